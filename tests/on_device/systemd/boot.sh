#!/bin/sh
# boot.sh SUITE: boots a Debian tree under its own systemd (as root, in a container) and runs drive.py in it.
# Trees and wheels are kept in COMPANION_TREES, or ~/.cache/companion-trees.
set -eu
suite=${1:-bookworm}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
trees=${COMPANION_TREES:-$HOME/.cache/companion-trees}
for tool in mmdebstrap systemd-nspawn; do
    command -v $tool >/dev/null || { echo "$tool is missing: sudo apt install mmdebstrap systemd-container" >&2; exit 1; }
done
mkdir -p "$trees"
"$here/tree.sh" "$suite" "$trees/$suite"
tree=$(mktemp -d "$trees/run.XXXXXX")
trap 'rm -rf --one-file-system "$tree"' EXIT
cp -a "$trees/$suite/." "$tree/"
mkdir "$tree/source" "$tree/tools"
(cd "$root" && git ls-files -coz --exclude-standard companion hardware vision web systemd pyproject.toml requirements-pi.lock \
        README.md LICENSE \
    | xargs -0 tar cf - --ignore-failed-read) | tar xf - -C "$tree/source"
cp "$here/drive.py" "$here/hanging.py" "$tree/tools/"
# What it installs comes from the wheels: the container has no network.
printf '[global]\nno-index = true\nfind-links = /wheels\n' >"$tree/etc/pip.conf"
cat >"$tree/etc/systemd/system/drive.service" <<'END'
[Service]
Type=oneshot
ExecStart=/bin/sh -c '/usr/bin/python3 /tools/drive.py >/drive.out 2>&1; echo $? >/drive.status; systemctl --no-block poweroff'
[Install]
WantedBy=multi-user.target
END
ln -s ../drive.service "$tree/etc/systemd/system/multi-user.target.wants/drive.service" 2>/dev/null \
    || { mkdir -p "$tree/etc/systemd/system/multi-user.target.wants"; ln -s ../drive.service "$tree/etc/systemd/system/multi-user.target.wants/drive.service"; }
echo "Booting Debian $suite (about five minutes) ..."
# Unified: without it systemd hangs where the machine around it has the older control groups.
SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 timeout 1500 systemd-nspawn --quiet --register=no --keep-unit --private-network \
    -bD "$tree" --console=pipe >"$trees/$suite-boot.log" 2>&1 </dev/null || true
cat "$tree/drive.out"
exit "$(cat "$tree/drive.status" 2>/dev/null || echo 1)"
