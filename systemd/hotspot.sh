# A Wi-Fi of the box's own, sourced by install.sh. NetworkManager opens it where no known network is in reach; with one
# radio it is one or the other, never both. The file comes first: whatever is cut short, it names what there is.
connection=companion-hotspot
letters() { LC_ALL=C tr -dc 'a-hjkmnp-z2-9' </dev/urandom | head -c "$1"; }
said() { sed -n "s/^$1 = \"\(.*\)\"$/\1/p" "$etc/hotspot.toml"; }
if [ ! -e "$etc/hotspot.toml" ]; then
    # The table's user reads it, to say it on the OLED; nobody else does.
    printf 'name = "Companion-%s"\npassword = "%s"\n' "$(letters 3)" "$(letters 10)" | put "$etc/hotspot.toml" 640
    chgrp companion "$etc/hotspot.toml"
fi
nmcli connection delete "$connection" >/dev/null 2>&1 || true
if nmcli connection add type wifi ifname '*' con-name "$connection" ssid "$(said name)" \
    connection.autoconnect yes connection.autoconnect-priority -100 \
    802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
    wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(said password)" >/dev/null; then
    say "Where no known Wi-Fi is in reach it opens $(said name); the OLED says the password."
else
    say "NetworkManager did not take the Wi-Fi of its own (see above); everything else is done. Is it running?"
fi
