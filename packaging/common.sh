# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What packaging/run, packaging/test and .ci/run share. To be sourced by bash, with `root` set to the source folder.

root=${root:?set root to the source folder first}

say() { printf '== %s\n' "$*" >&2; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# The lines of package lists without comments.
listedPackages() { grep -hv -e '^#' -e '^[[:space:]]*$' -- "$@"; }

# Runs a command as root: directly, or through sudo, which asks for a password only where somebody can answer.
asRoot() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif ! command -v sudo >/dev/null; then
        fail "this needs root and there is no sudo; as root, run: $*"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

isDebianPackageInstalled() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Whether "command:NAME" or "header:NAME" is on this system; "any" is not looked for.
isPresent() {
    local name=${1#*:} prefix folder
    local prefixes=(/usr /usr/local /opt/homebrew) own=()
    case $1 in
        any) return 0 ;;
        command:*)
            command -v "$name" >/dev/null
            return
            ;;
    esac
    IFS=';:' read -ra own <<<"${CMAKE_PREFIX_PATH:-}"
    for prefix in ${own[@]+"${own[@]}"} "${prefixes[@]}"; do
        for folder in "$prefix"/include "$prefix"/include/qt6 "$prefix"/include/*/qt6; do
            [ ! -e "$folder/$name" ] || return 0
        done
    done
    return 1
}

# installMissing LIST...: installs the packages of the lists that are not there yet. Nothing is asked of the network
# when nothing is missing. HETEROSCOPE_SKIP_PACKAGES=1 skips the check for unusual set-ups.
installMissing() {
    [ -z "${HETEROSCOPE_SKIP_PACKAGES:-}" ] || return 0
    local missing=() package check name
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        while read -r package check name; do
            isDebianPackageInstalled "$package" || missing+=("$package")
        done < <(listedPackages "$@")
        [ ${#missing[@]} -gt 0 ] || return 0
        say "Installing ${missing[*]}"
        asRoot apt-get update -q </dev/null || say "apt-get update failed; trying with the package lists that are there"
        asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null ||
            fail "apt-get could not install ${missing[*]} (Debian 12, Ubuntu 24.04 or newer have them all)"
    else
        while read -r package check name; do
            isPresent "$check" || missing+=("$name")
        done < <(listedPackages "$@")
        [ ${#missing[@]} -gt 0 ] || return 0
        printf 'missing: %s\n' "${missing[@]}" >&2
        fail "install these with your system's package manager, or set HETEROSCOPE_SKIP_PACKAGES=1 if they are there"
    fi
}

# The number of parallel jobs: one per core, but no more than one per 2 GiB of memory, which a compiler may take.
parallelJobs() {
    local cores compilers
    cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
    compilers=$(awk '/^MemTotal/ {n = int($2 / 2097152 + 0.5); print (n > 0 ? n : 1)}' /proc/meminfo 2>/dev/null)
    [ -n "$compilers" ] && [ "$compilers" -lt "$cores" ] && cores=$compilers
    echo "$cores"
}

# configure PRESET [CMAKE ARGUMENT...]. HETEROSCOPE_WERROR=1 makes compiler warnings errors.
configure() {
    local preset=$1 werror=OFF
    shift
    [ "${HETEROSCOPE_WERROR:-0}" = 0 ] || werror=ON
    (cd "$root" && cmake --preset "$preset" -DHETEROSCOPE_WERROR=$werror "$@")
}

# build PRESET [TARGET...]
build() {
    local preset=$1
    shift
    (cd "$root" && cmake --build --preset "$preset" --parallel "$(parallelJobs)" ${1:+--target "$@"})
}

# The version of the programs, of CMakeLists.txt.
programVersion() { sed -n 's/^project(HeteroScope VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt"; }

# What `cmake --install` needs of a preset.
buildForInstall() { build "$1" hscope heteroscope heteroscope_python hscope_documents heteroscope_documents; }

# releaseDay: the day of the version in the AppStream metadata.
releaseDay() {
    sed -n "s/.*<release version=\"$(programVersion)\" date=\"\([0-9-]*\)\".*/\1/p" \
        "$root/packaging/org.heteroscope.HeteroScope.metainfo.xml"
}
