#!/bin/sh
# tree.sh: a Debian 13 tree with the real libcamera, which has a virtual camera, and the real picamera2, for make on-device-like.
# 1.2 GB in $COMPANION_TREE (else ~/.cache/companion/debian13), kept between runs and made anew when this file changes. Needs root.
set -eu
cd "$(dirname "$0")"
tree="${COMPANION_TREE:-${XDG_CACHE_HOME:-$HOME/.cache}/companion/debian13}"
stamp="$tree/made-by"
if [ "$(id -u)" != 0 ]; then
    echo "A tree to change into takes root: sudo make on-device-like" >&2
    exit 1
fi
if ! cmp -s tree.sh "$stamp"; then
    if ! command -v mmdebstrap >/dev/null; then
        apt-get update -q >/dev/null
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends mmdebstrap debian-archive-keyring >/dev/null
    fi
    echo "Making $tree (some minutes, once) ..." >&2
    rm -rf --one-file-system "$tree"
    mkdir -p "$(dirname "$tree")"
    # libcamera 0.4 is the first with the virtual camera. prctl, pidng and the like are what picamera2 imports.
    mmdebstrap --quiet --variant=apt \
        --include=python3-libcamera,libcamera-ipa,python3-venv,python3-numpy,python3-prctl,python3-av,python3-piexif,python3-pil,python3-jsonschema,gcc,libc6-dev,python3-dev,ca-certificates \
        trixie "$tree" ${DEBIAN_MIRROR:-}
    cp /etc/resolv.conf "$tree/etc/resolv.conf"
    cp "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" "$tree/ca.crt"
    mkdir -p "$tree/camera" "$tree/data" "$tree/usr/share/libcamera/pipeline/virtual"
    chroot "$tree" env -u SSL_CERT_DIR -u PIP_FIND_LINKS PIP_CERT=/ca.crt SSL_CERT_FILE=/ca.crt sh -ec '
        python3 -m venv --system-site-packages /venv
        /venv/bin/pip install -q --no-deps picamera2==0.3.38 simplejpeg videodev2 pidng libarchive-c tqdm openexr'
    cp tree.sh "$stamp"
fi
rm -rf "$tree/src"
mkdir -p "$tree/src/tests/on_device"
cp ../../../pyproject.toml "$tree/src/"
for room in companion hardware vision web tests/on_device/camera; do
    cp -r "../../../$room" "$tree/src/$room"
done
cp virtual.yaml "$tree/usr/share/libcamera/pipeline/virtual/"
chroot "$tree" env -u SSL_CERT_DIR -u PIP_FIND_LINKS PIP_CERT=/ca.crt SSL_CERT_FILE=/ca.crt sh -ec '
    /venv/bin/python -c "import tomllib; print(*tomllib.load(open(\"/src/pyproject.toml\", \"rb\"))[\"project\"][\"dependencies\"], sep=\"\n\")" >/needed
    /venv/bin/pip install -q --disable-pip-version-check -r /needed'
chroot "$tree" cc -shared -fPIC -O2 -o /camera/dmaheap_shim.so /src/tests/on_device/camera/dmaheap_shim.c -ldl
echo "$tree"
