#!/bin/sh
# uninstall.sh [--dry-run] [--yes] [--games]: takes back what install.sh did. The games on record stay.
#   --dry-run  says what would be done, and does nothing
#   --yes      does not ask
#   --games    removes the games on record too, for good
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/steps.sh"
with_games=""
for word in "$@"; do
    case "$word" in
        --dry-run) dry=1 ;;
        --yes) yes=1 ;;
        --games) with_games=1 ;;
        --help | -h) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "there is no $word; see $0 --help" ;;
    esac
done
need_root
alone
if [ -n "$with_games" ]; then
    ask "Remove Companion, its settings, and ALL GAMES on record in $games?"
else
    ask "Remove Companion and its settings? The games in $games stay."
fi

if booted; then
    for unit in $units; do do_ systemctl stop -q "$unit" 2>/dev/null || true; done
fi
do_ systemctl disable -q companion.service companion-switch-off.path 2>/dev/null || true
for unit in $units; do do_ rm -f "/etc/systemd/system/$unit"; done
if booted; then do_ systemctl daemon-reload; fi
do_ rm -f /usr/lib/systemd/system-shutdown/companion /usr/lib/sysusers.d/companion.conf /etc/modules-load.d/companion.conf
[ ! -L /usr/local/bin/companion ] || do_ rm -f /usr/local/bin/companion
do_ rm -f "$man" "$for_bash" "$for_zsh"
do_ rm -rf "$opt" "$etc"

config=$(boot_config)
# What somebody has added behind our lines was meant for every model.
[ -z "$config" ] || unmark "$config" "[all]"
avahi=/etc/avahi/avahi-daemon.conf
if [ -e "$avahi" ] && grep -qxF "$begin" "$avahi"; then
    unmark "$avahi"
    if booted; then do_ systemctl restart avahi-daemon || true; fi
fi
if command -v nmcli >/dev/null && nmcli -t -f NAME connection show 2>/dev/null | grep -qxF companion-hotspot; then
    do_ nmcli connection delete companion-hotspot
fi
if [ -n "$with_games" ]; then
    do_ rm -rf "$games"
    if id companion >/dev/null 2>&1; then do_ userdel companion; fi
    [ -n "$dry" ] || say "Companion is gone, and its games with it. Packages, and the groups gpio and i2c, stay."
elif [ -n "$dry" ]; then
    exit 0
elif [ -e "$games" ]; then
    say "Companion is gone. Its games stay in $games with their user; packages, and the groups gpio and i2c, too."
else
    say "Companion is gone. Packages, the user companion, and the groups gpio and i2c, stay."
fi
