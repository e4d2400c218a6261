# A Wi-Fi of the box's own, sourced by install.sh. NetworkManager opens it where no known network is in reach; with one
# radio it is one or the other, never both.
name=companion-hotspot
if nmcli -t -f NAME connection show 2>/dev/null | grep -qxF "$name"; then
    say "The Wi-Fi of its own is there already; its name and password are in $etc/hotspot.toml."
else
    letters() { LC_ALL=C tr -dc 'a-hjkmnp-z2-9' </dev/urandom | head -c "$1"; }
    ssid="Companion-$(letters 3)"
    secret=$(letters 10)
    do_ nmcli connection add type wifi ifname '*' con-name "$name" ssid "$ssid" \
        connection.autoconnect yes connection.autoconnect-priority -100 \
        802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$secret"
    # The table's user reads it, to say it on the OLED; nobody else does.
    printf 'name = "%s"\npassword = "%s"\n' "$ssid" "$secret" | put "$etc/hotspot.toml" 640
    do_ chgrp companion "$etc/hotspot.toml"
fi
