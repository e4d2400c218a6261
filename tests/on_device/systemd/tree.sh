#!/bin/sh
# tree.sh SUITE DIR: a small Debian SUITE (bookworm, trixie) in DIR with systemd, and the wheels that an installation
# there takes, so that it needs no network once it is booted. Kept between runs; delete DIR to have it made anew.
set -eu
suite=$1
tree=$2
root=$(cd "$(dirname "$0")/../../.." && pwd)
if [ ! -e "$tree/made" ]; then
    # Never into what an interrupted run may have left mounted there.
    rm -rf --one-file-system "$tree"
    mmdebstrap --quiet --variant=apt \
        --include=systemd,systemd-sysv,dbus,python3,python3-venv,ca-certificates,avahi-daemon,iproute2,procps,curl \
        "$suite" "$tree"
    cp "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" "$tree/ca.crt"
    # Its own units would wait for devices and networks that a container has not.
    for unit in systemd-networkd-wait-online.service systemd-resolved.service; do
        ln -sf /dev/null "$tree/etc/systemd/system/$unit"
    done
    touch "$tree/made"
fi
if [ ! -e "$tree/wheels/made" ] || [ "$root/requirements-pi.lock" -nt "$tree/wheels/made" ]; then
    rm -rf "$tree/wheels" "$tree/fetch"
    mkdir -p "$tree/wheels" "$tree/fetch"
    cp "$root/requirements-pi.lock" "$tree/fetch/"
    cp /etc/resolv.conf "$tree/etc/resolv.conf"
    chroot "$tree" env -u SSL_CERT_DIR -u PIP_FIND_LINKS PIP_CERT=/ca.crt SSL_CERT_FILE=/ca.crt \
        REQUESTS_CA_BUNDLE=/ca.crt CURL_CA_BUNDLE=/ca.crt sh -ec '
        python3 -m venv /fetch/venv
        /fetch/venv/bin/pip download -q --disable-pip-version-check --no-deps --require-hashes -d /wheels \
            -r /fetch/requirements-pi.lock
    '
    rm -rf "$tree/fetch"
    touch "$tree/wheels/made"
fi
