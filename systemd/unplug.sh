#!/bin/sh
# systemd runs this last, when nothing can be written any more (systemd-shutdown(8)): the OLED says so.
case "${1:-}" in
    poweroff | halt) exec timeout 10 /opt/companion/current/bin/companion safe-to-unplug --config /etc/companion/table.toml ;;
esac
