# What install.sh, update.sh and uninstall.sh share; to be sourced. Everything that changes the machine goes through `do_`.
opt=/opt/companion
etc=/etc/companion
games=/var/lib/companion
lock=requirements-pi.lock
units="companion.service companion-switch-off.path companion-switch-off.service"
man=/usr/local/share/man/man1/companion.1
for_bash=/usr/local/share/bash-completion/completions/companion
for_zsh=/usr/local/share/zsh/site-functions/_companion
begin="# companion: begin"
end="# companion: end"
dry=""
yes=""

say() { printf '%s\n' "$*"; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Run a command, or with --dry-run say it.
do_() {
    if [ -n "$dry" ]; then say "  would run: $*"; else "$@"; fi
}

need_root() {
    [ -n "$dry" ] || [ "$(id -u)" = 0 ] || fail "this changes the machine, so it needs root: sudo $0"
    command -v systemctl >/dev/null || fail "there is no systemd here; ./run plays without being installed"
}

# One of these scripts at a time: two would take each other's versions away. The lock ends with the process.
alone() {
    [ -z "$dry" ] || return 0
    exec 9>/run/companion-install.lock
    flock -n 9 || fail "another installation or update is running: wait for it"
}

ask() {
    [ -z "$dry$yes" ] || return 0
    printf '%s [y/N] ' "$1"
    read -r answer || answer=""
    case "$answer" in [yY]*) ;; *) fail "nothing was changed" ;; esac
}

booted() { [ -d /run/systemd/system ]; }

# put FILE [MODE]: standard input becomes FILE, whole or not at all.
put() {
    if [ -n "$dry" ]; then cat >/dev/null; say "  would write: $1"; return; fi
    mkdir -p "$(dirname "$1")"
    cat >"$1.new"
    chmod "${2:-644}" "$1.new"
    mv "$1.new" "$1"
}

# mark FILE [AFTER]: standard input stands in FILE between two marks: where it stood before, else behind the line AFTER,
# else at its end. A copy of FILE as it was before is kept once, beside it.
mark() {
    whole_marks "$1"
    [ -e "$1.before-companion" ] || do_ cp -p "$1" "$1.before-companion"
    lines=$(cat)
    marked "$1" "$begin
$lines
$end" "${2:-}" | put "$1"
}

# unmark FILE [INSTEAD]: the marked lines go; INSTEAD takes their place where other lines follow them.
unmark() {
    [ -e "$1" ] && grep -qxF "$begin" "$1" || return 0
    whole_marks "$1"
    if [ -n "${2:-}" ] && [ -n "$(awk -v e="$end" 'past { print } $0 == e { past = 1 }' "$1")" ]; then
        marked "$1" "$2" | put "$1"
    else
        unmarked "$1" | put "$1"
    fi
    do_ rm -f "$1.before-companion"
}

# Somebody may have taken one of the two away: nobody knows then which lines are ours.
whole_marks() {
    [ "$(grep -cxF "$begin" "$1")" = "$(grep -cxF "$end" "$1")" ] && [ "$(grep -cxF "$begin" "$1")" -le 1 ] \
        || fail "$1: there must be one line '$begin' and one '$end' behind it; mend that, then run this again"
}

unmarked() { awk -v b="$begin" -v e="$end" '$0 == b { inside = 1 } !inside { print } $0 == e { inside = 0 }' "$1"; }

# marked FILE BLOCK [AFTER]: FILE with BLOCK in the place of the marked lines.
marked() {
    awk -v b="$begin" -v e="$end" -v block="$2" -v after="${3:-}" -v there="$(grep -cxF "$begin" "$1")" '
        $0 == b { inside = 1; print block }
        !inside { print }
        $0 == e { inside = 0 }
        there == 0 && after != "" && $0 == after { print block }
        END { if (there == 0 && after == "") print block }' "$1"
}

boot_config() {
    for file in /boot/firmware/config.txt /boot/config.txt; do
        if [ -e "$file" ]; then printf '%s' "$file"; return; fi
    done
}

# Whether a package is missing; whether the archive has it.
lacks() { ! dpkg -s "$1" >/dev/null 2>&1; }
offers() { apt-cache show "$1" >/dev/null 2>&1; }

# fill VERSION SOURCE: the packages that SOURCE has locked, each known by its hash, and then SOURCE itself.
fill() {
    pip="$1/bin/python -m pip install -q --disable-pip-version-check"
    case "$(dpkg --print-architecture)" in
        arm64 | amd64) ;;
        # Wheels of other machines are not those that were locked: the ranges of pyproject.toml hold there.
        *) rm -f "$2/$lock" ;;
    esac
    if [ ! -e "$2/$lock" ]; then
        $pip "$2"
        return
    fi
    # The system's own numpy stays: picamera2 is compiled against it.
    if [ -n "$site" ]; then without numpy <"$2/$lock" >"$2/here.lock"; else cp "$2/$lock" "$2/here.lock"; fi
    # Nothing that is not locked is fetched, not for building either: the lock holds setuptools.
    $pip --no-deps --only-binary :all: --require-hashes -r "$2/here.lock" && $pip --no-deps --no-build-isolation "$2"
}

# without PACKAGE: a lock without that package and its hashes.
without() { awk -v name="$1==" 'index($0, name) == 1 { inside = 1 } !inside { print } !/\\$/ { inside = 0 }'; }

# make_version SOURCE: a new environment under versions/, beside those that are there; its path is in $made.
make_version() {
    made="$opt/versions/$(date +%Y%m%d-%H%M%S)"
    site=""
    # picamera2 and lgpio come from the Pi's own archive, and so must numpy.
    if dpkg -s python3-picamera2 >/dev/null 2>&1; then site=--system-site-packages; fi
    if [ -n "$dry" ]; then say "  would make: $made, with what $1 holds"; return; fi
    # From a copy: building leaves files behind, and would take up what an earlier version left.
    copy=$(mktemp -d)
    for part in companion hardware vision web systemd pyproject.toml README.md; do cp -r "$1/$part" "$copy/"; done
    # An older version has none.
    if [ -e "$1/$lock" ]; then cp "$1/$lock" "$copy/"; fi
    mkdir -p "$opt/versions"
    if ! { python3 -m venv $site "$made" && fill "$made" "$copy"; }; then
        rm -rf "$made" "$copy"
        fail "pip could not install $1: see above; nothing else was changed"
    fi
    # Its units go with it: who goes back to a version goes back to its units too.
    cp -r "$copy/systemd" "$made/systemd"
    rm -rf "$copy"
}

# use VERSION: what `current` means from now on, in one step.
use() {
    do_ ln -sfn "$1" "$opt/current.new"
    do_ mv -T "$opt/current.new" "$opt/current"
}

# Only what is in use, and the one before it, are kept.
prune() {
    for version in "$opt"/versions/*; do
        case "$version" in "$1" | "${2:-$1}") ;; *) do_ rm -rf "$version" ;; esac
    done
}

# put_units FOLDER: the units as they lie there, and the manual that goes with them.
put_units() {
    for unit in $units; do put "/etc/systemd/system/$unit" <"$1/$unit"; done
    # An older version has no manual.
    if [ -e "$1/manual" ]; then
        put "$man" <"$1/manual/companion.1"
        put "$for_bash" <"$1/manual/companion.bash"
        put "$for_zsh" <"$1/manual/_companion"
    fi
    put /usr/lib/sysusers.d/companion.conf <"$1/companion.sysusers"
    put /usr/lib/systemd/system-shutdown/companion 755 <"$1/unplug.sh"
    do_ systemd-sysusers companion.conf
    if booted; then do_ systemctl daemon-reload; fi
}
