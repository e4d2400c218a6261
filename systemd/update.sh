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
alone

# As long as this file is there, an update has begun and has not ended; it names the version to go back to.
begun="$opt/updating-from"
# The games as they were before the new version touched them: whole, or not there. On the same disk, so that going back
# is a matter of names.
saved="$games.before-update"
set_aside="$games.of-the-new-version"
WATCH_S=30

go_back() {
    old=$(cat "$begun")
    systemctl stop companion.service || true
    put_units "$old/systemd"
    use "$old"
    if [ -d "$saved" ]; then
        rm -rf "$set_aside"
        [ ! -e "$games" ] || mv "$games" "$set_aside"
        mv "$saved" "$games"
    fi
    systemctl reset-failed companion.service || true
    systemctl restart companion.service || fail "the old version does not come up either: companion doctor"
    rm -f "$begun"
    rm -rf "$set_aside"
}

if [ -e "$begun" ]; then
    say "An earlier update did not end: going back to before it first."
    go_back
fi
old=$(readlink "$opt/current") || fail "Companion is not installed here; run install.sh"
[ -x "$old/bin/companion" ] && [ -e "$old/systemd/companion.service" ] \
    || fail "the version in use, $old, is not whole: run install.sh, which makes it anew"

between_games() {
    [ -e "$games/journal.sqlite" ] || return 0
    left=$(runuser -u companion -- "$old/bin/companion" games --unfinished --data "$games") \
        || fail "it cannot be told whether a game is going on, so nothing was changed: companion doctor"
    [ -z "$left" ] || fail "a game is going on ($left): finish it, or set it aside by New game in the menu, then update"
}

between_games
if [ -z "$from" ]; then
    from=$source
    if [ -d "$from/.git" ]; then
        # As whoever fetched it: git does not touch what belongs to somebody else.
        runuser -u "$(stat -c %U "$from/.git")" -- git -C "$from" pull --ff-only -q \
            || fail "git pull failed in $from: see above; nothing was changed. A folder may be named instead"
    fi
fi
folder=$(cd "$from" 2>/dev/null && pwd) || fail "there is no folder $from"
from=$folder
[ -e "$from/pyproject.toml" ] && [ -e "$from/systemd/companion.service" ] || fail "$from is no checkout of Companion"
ask "Update from $from? The table is away for a minute."

say "Setting up the new version (a minute or two); the old one plays on meanwhile ..."
make_version "$from"
# A game may have begun meanwhile.
between_games

ended() {
    status=$?
    trap - EXIT
    if [ -e "$begun" ]; then
        say "Going back to the old version ..." >&2
        go_back
        rm -rf "$made"
        say "The old version runs again, with all its games." >&2
        [ "$status" != 0 ] || status=1
    fi
    exit "$status"
}
trap ended EXIT
trap 'exit 1' HUP INT TERM

printf '%s\n' "$old" >"$begun"
systemctl stop companion.service
# A newer version may write the journal in a newer form, which the older one would leave alone.
rm -rf "$saved" "$saved.part"
if [ -d "$games" ]; then
    cp -a "$games" "$saved.part"
    mv "$saved.part" "$saved"
fi
put_units "$made/systemd"
use "$made"

# It has to say that it is ready, and to stay: one that dies soon after would only be started again and again.
comes_up() {
    systemctl restart companion.service || return 1
    seconds=0
    while [ "$seconds" -lt "$WATCH_S" ]; do
        sleep 1
        seconds=$((seconds + 1))
        systemctl -q is-active companion.service || return 1
        [ "$(systemctl show companion.service -p NRestarts --value)" = 0 ] || return 1
    done
}

say "Watching it for $WATCH_S seconds ..."
if ! comes_up; then
    journalctl -u companion -n 15 --no-pager -o cat >&2 || true
    say "The new version does not stay up: see above." >&2
    exit 1
fi
rm -f "$begun"
rm -rf "$saved"
prune "$made" "$old"
say "Companion runs: $("$opt/current/bin/companion" --version)."
