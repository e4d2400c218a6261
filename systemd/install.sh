#!/bin/sh
# install.sh [--dry-run] [--yes] [--hotspot]: makes Companion a service of this machine. May be run again at any time.
#   --dry-run  says what would be done, and does nothing
#   --yes      does not ask
#   --hotspot  where no known Wi-Fi is in reach, the Pi opens one of its own; the OLED says its name and password
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
. "$here/steps.sh"
hotspot=""
for word in "$@"; do
    case "$word" in
        --dry-run) dry=1 ;;
        --yes) yes=1 ;;
        --hotspot) hotspot=1 ;;
        --help | -h) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "there is no $word; see $0 --help" ;;
    esac
done
need_root
alone
[ ! -e "$opt/updating-from" ] || fail "an update did not end: sudo $here/update.sh goes back to before it first"
config=$(boot_config)

say "This will:"
say "  install what is missing of: python3-venv, avahi-daemon, and on a Pi python3-picamera2, python3-lgpio, python3-numpy, espeak-ng"
say "  make the user companion, and Companion's own Python environment in $opt"
say "  write $etc/table.toml (what is wired where), if there is none"
[ -z "$config" ] || say "  turn on I2C at 400 kHz for the OLED in $config (a copy stays beside it)"
say "  let phones find this machine as companion.local"
[ -z "$hotspot" ] || say "  install NetworkManager if it is missing, and add a Wi-Fi of its own, used where no known one is in reach"
say "  start Companion now and at every start of the machine"
say "Games are kept in $games. systemd/uninstall.sh takes all of it back, but the games."
ask "Go on?"

do_ apt-get update -q
packages=""
if lacks python3-venv; then packages="python3-venv"; fi
if lacks avahi-daemon; then packages="$packages avahi-daemon"; fi
if [ -n "$config" ]; then
    for package in python3-picamera2 python3-lgpio python3-numpy espeak-ng; do
        if lacks $package && offers $package; then packages="$packages $package"; fi
    done
fi
if [ -n "$hotspot" ]; then
    # The last two make the network and give out addresses; NetworkManager only recommends them.
    for package in network-manager wpasupplicant dnsmasq-base; do
        if lacks $package; then packages="$packages $package"; fi
    done
fi
if [ -n "$packages" ]; then
    say "Installing $packages ..."
    do_ env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages
fi

say "Setting up $opt (a minute or two) ..."
old=$(readlink "$opt/current" || true)
make_version "$source"
use "$made"
put_units "$here"
do_ ln -sf "$opt/current/bin/companion" /usr/local/bin/companion
if [ ! -e "$etc/table.toml" ]; then
    if [ -n "$dry" ]; then say "  would write: $etc/table.toml"; else "$made/bin/companion" config | put "$etc/table.toml"; fi
fi

reboot=""
if [ -n "$config" ]; then
    before=$(cat "$config")
    # [all]: the file may end within the part of another model.
    printf '[all]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n' | mark "$config"
    [ -n "$dry" ] || [ "$before" = "$(cat "$config")" ] || reboot=1
    put /etc/modules-load.d/companion.conf <"$here/modules.conf"
    if booted; then do_ systemctl restart systemd-modules-load.service || true; fi
fi

avahi=/etc/avahi/avahi-daemon.conf
name=companion.local
if [ -n "$dry" ] && [ ! -e "$avahi" ]; then say "  would write: $avahi"; fi
if [ -e "$avahi" ]; then
    other=$(unmarked "$avahi" | sed -n 's/^host-name=//p')
    if [ -n "$other" ]; then
        name=$other.local
        say "$avahi names this machine already: phones find it as $name."
    else
        printf 'host-name=companion\n' | mark "$avahi" "[server]"
        if booted; then do_ systemctl restart avahi-daemon || say "avahi does not start; companion.local will not be found"; fi
    fi
fi

do_ systemctl enable -q companion.service companion-switch-off.path
if ! booted; then
    say "systemd does not run here: Companion starts with the machine."
    exit 0
fi
do_ systemctl start companion-switch-off.path
# systemctl waits until the table says that it is ready.
if ! do_ systemctl restart companion.service; then
    journalctl -u companion -n 15 --no-pager -o cat >&2 || true
    fail "Companion does not start; the lines above say why, and so does: companion doctor"
fi
if [ -n "$dry" ]; then
    [ -z "$hotspot" ] || say "  would add the Wi-Fi connection companion-hotspot, and write $etc/hotspot.toml"
    say "  would remove all versions but the two newest"
    exit 0
fi
prune "$made" "$old"
say "Companion runs. Open http://$name:8000 on a phone; the OLED says the address and the PIN."
if [ -n "$hotspot" ]; then . "$here/hotspot.sh"; fi
[ -z "$reboot" ] || say "I2C was turned on: restart the machine once (sudo reboot) for the OLED."
say "If something is amiss: companion doctor"
