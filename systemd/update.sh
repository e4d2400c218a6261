#!/bin/sh
# update.sh [--yes] [FOLDER]: takes the newest version, or the one in FOLDER, and goes back if it does not come up.
#   --yes      does not ask
#   FOLDER     a checkout of Companion; without it this one, after git pull
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
. "$here/steps.sh"
from=""
for word in "$@"; do
    case "$word" in
        --yes) yes=1 ;;
        --help | -h) sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) fail "there is no $word; see $0 --help" ;;
        *) from=$word ;;
    esac
done
need_root
booted || fail "systemd does not run here"
old=$(readlink "$opt/current") || fail "Companion is not installed here; run install.sh"

if [ -d "$games" ] && [ -e "$games/journal.sqlite" ]; then
    left=$(runuser -u companion -- "$opt/current/bin/companion" games --unfinished --data "$games") || left=""
    [ -z "$left" ] || fail "a game is going on ($left): finish it, or set it aside by New game in the menu, then update"
fi
if [ -z "$from" ]; then
    from=$source
    if git -C "$from" rev-parse '@{upstream}' >/dev/null 2>&1; then
        git -C "$from" pull --ff-only -q || fail "git pull failed in $from: see above; nothing was changed"
    fi
fi
[ -e "$from/pyproject.toml" ] || fail "$from is no checkout of Companion: there is no pyproject.toml"
ask "Update from $from? The table is away for a minute."

say "Setting up the new version (a minute or two); the old one plays on meanwhile ..."
make_version "$from"

systemctl stop companion.service
# A newer version may write the journal in a newer form, which the older one would leave alone.
saved="$opt/before-update"
rm -rf "$saved"
[ ! -d "$games" ] || cp -a "$games" "$saved"
put_units "$made/systemd"
use "$made"

# It has to say that it is ready, and still be there when a start that fails at once would have failed again.
comes_up() { systemctl restart companion.service && sleep 5 && systemctl -q is-active companion.service; }

if comes_up; then
    say "Companion runs: $("$opt/current/bin/companion" --version), $("$opt/current/bin/companion" games --data "$games" 2>/dev/null | wc -l) games on record."
    prune "$made" "$old"
    exit 0
fi
journalctl -u companion -n 15 --no-pager -o cat >&2 || true
say "The new version does not come up (see above): going back to the old one ..."
systemctl stop companion.service || true
put_units "$old/systemd"
use "$old"
rm -rf "$made"
if [ -d "$saved" ]; then
    rm -rf "$games"
    cp -a "$saved" "$games"
fi
systemctl reset-failed companion.service || true
systemctl restart companion.service || fail "the old version does not come up either: companion doctor"
fail "the old version runs again, with all its games; nothing is lost"
