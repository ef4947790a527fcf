# shellcheck shell=sh
# The ground under ./conclave and tests/run: what must be installed, and how build/ comes to be.
# POSIX sh, sourced under `set -eu`; the caller has set $root to the project's folder.
# Standard output belongs to the program, so everything here speaks on standard error.

# Debian's names; BOOST and NAUTY are chosen below. tests/run adds test_packages.
packages='g++ cmake ninja-build BOOST libcli11-dev libfmt-dev libgmp-dev NAUTY nlohmann-json3-dev z3'
test_packages='doctest-dev librapidcheck-dev python3 python3-selenium chromium chromium-driver graphviz
  spin texlive-latex-base texlive-pictures openmpi-bin libopenmpi-dev mpich libmpich-dev
  cvc4 cvc5'
log=${root:?}/build/build.log
program=conclave
stamp=$root/build/.up-to-date

say() { printf 'conclave: %s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

# True when build/ holds what the sources say. The stamp is as old as the moment its build *began*, and
# only a build that succeeded leaves one: an edit during a build counts, a failed build is tried again.
# (The program's own time would not do: removing a file changes a folder, yet relinks nothing.)
up_to_date() {
  [ -x "$root/build/$program" ] && [ -e "$stamp" ] && [ -z "$(future "$stamp")" ] &&
    [ -z "$(find "$root/src" "$root/models" "$root/cmake" "$root/CMakeLists.txt" "$root/CMakePresets.json" \
      -newer "$stamp" -print -quit)" ]
}

# Clocks are set back, and files come from machines whose clocks are ahead. A source that is dated in the future
# would be compiled every time, and what was compiled in the future never again. So that source is from now, and
# what was built is older than anything.
future() { find "$@" -newermt now -print 2>/dev/null; }
leave_the_future() {
  ahead=$(future "$root/src" "$root/models" "$root/tests" "$root/cmake" "$root/CMakeLists.txt" \
    "$root/CMakePresets.json")
  if [ -n "$ahead" ]; then
    say "dated in the future, and therefore touched: $(printf '%s\n' "$ahead" | head -n 1)" \
      "($(printf '%s\n' "$ahead" | wc -l) in all)"
    printf '%s\n' "$ahead" | while IFS= read -r file; do touch -- "$file" || :; done
  fi
  find "$root/build" -type f -newermt now -exec touch -d @0 {} + 2>/dev/null || :
}

# fail WHAT: what the log says of it, then one line. Compilers run side by side, so that the first error need
# not be in the last lines: ninja marks it.
fail() {
  if grep -q '^FAILED: ' "$log"; then sed -n '/^FAILED: /,$p' "$log" | head -n 40 >&2
  else tail -n 40 "$log" >&2
  fi
  say "$1; the whole log: $log"
  exit 2
}

installed() { dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^.i'; }
packaged() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]'; }

# Headers of Boost >= 1.81: what is installed, else what this release packages (Debian 12's default is
# 1.74, beside a 1.81; later releases have only their default). A fresh machine has no package lists yet.
boost_package() {
  version=$(dpkg-query -W -f '${Version}' libboost-dev 2>/dev/null) || version=0
  if installed libboost-dev && dpkg --compare-versions "$version" ge 1.81; then echo libboost-dev; return; fi
  if installed libboost1.81-dev; then echo libboost1.81-dev; return; fi
  for package in libboost1.81-dev libboost-dev; do
    if packaged "$package"; then echo "$package"; return; fi
  done
  case $(cat /etc/debian_version 2>/dev/null) in 12*) echo libboost1.81-dev ;; *) echo libboost-dev ;; esac
}

# Debian 12's libnauty2-dev is called libnauty-dev in later releases.
nauty_package() {
  for package in libnauty2-dev libnauty-dev; do
    if installed "$package" || packaged "$package"; then echo "$package"; return; fi
  done
  case $(cat /etc/debian_version 2>/dev/null) in 12*) echo libnauty2-dev ;; *) echo libnauty-dev ;; esac
}

# missing PACKAGE...: those that are not installed. Without dpkg-query nobody can say, so: all.
missing() {
  absent=
  for package in "$@"; do
    case $package in BOOST) package=$(boost_package) ;; NAUTY) package=$(nauty_package) ;; esac
    installed "$package" || absent="$absent $package"
  done
  echo "${absent# }"
}

# install PACKAGE...: installs what is missing. Where it may not, it leaves in $wanted what somebody should:
# the build is then still tried, since a library may have come from elsewhere than a Debian package.
install_packages() {
  wanted=$(missing "$@")
  [ -n "$wanted" ] || return 0
  have apt-get && have dpkg-query || return 0
  if [ "$(id -u)" = 0 ]; then as_root='' with=''
  elif have sudo; then as_root=sudo with=' and sudo'
  else return 0
  fi
  say "installing with apt-get$with, to build the program: $wanted"
  # A fresh machine is often busy with its own upgrades: wait for them.
  apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300"
  # An update that fails may be one foreign source out of many: the installation tells.
  # shellcheck disable=SC2086  # words on purpose, here and below
  $apt update >>"$log" 2>&1 || :
  wanted=$(missing "$@")  # again: the fresh lists may know another Boost
  # Nothing of the user's goes without asking: Debian 12's two Boosts exclude each other.
  # shellcheck disable=SC2086
  $apt install -y --no-install-recommends --no-remove $wanted >>"$log" 2>&1 ||
    fail "apt-get could not install what the build needs; by hand, as root: apt-get install $wanted"
  wanted=
}

# One line on what is lacking, where this script could not install it itself.
lacking() {
  if have apt-get; then say "cannot build: neither root nor sudo here to install; as root: apt-get install $wanted"
  else
    case $packages in *"$test_packages") tests=', doctest, RapidCheck, Chromium with its driver, Selenium for Python, Graphviz, LaTeX with TikZ' ;; *) tests='' ;; esac
    say 'cannot build: no apt-get here; install by hand: a C++20 compiler (g++ >= 12), CMake >= 3.25, Ninja,' \
      "Boost >= 1.81, CLI11, fmt, GMP, nauty, nlohmann-json$tests"
  fi
  exit 2
}

# configure PRESET [-DNAME=VALUE]...: what is not named keeps the value that it has in the cache, so that
# ./conclave and tests/run share build/ without undoing each other.
configure() {
  preset=$1 folder=$root/build
  shift
  [ "$preset" = release ] || folder=$folder/$preset
  # A folder that was moved, copied or made by another generator has a cache that CMake refuses.
  cache=$folder/CMakeCache.txt
  if [ -e "$cache" ]; then
    if ! { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" &&
      grep -qxF CMAKE_GENERATOR:INTERNAL=Ninja "$cache"; }; then set -- --fresh "$@"
    # Ninja calls CMake by itself where a CMakeLists.txt or a folder has changed; the presets it does not know.
    elif [ $# = 0 ] && [ -e "$folder/build.ninja" ] &&
      [ -z "$(find "$root/CMakePresets.json" -newer "$folder/build.ninja")" ]; then return 0
    fi
  fi
  (cd "$root" && cmake --preset "$preset" "$@") >>"$log" 2>&1
}

# build PRESET TARGET [-DNAME=VALUE]...: installs, configures and builds, or exits with 2.
build() {
  preset=$1 target=$2 started=$(date +%s)
  shift 2
  : >"$log"
  leave_the_future
  [ "$preset" != release ] || : >"$stamp.new"
  # shellcheck disable=SC2086
  install_packages $packages
  if [ -n "$wanted" ] && ! { have cmake && have ninja; }; then lacking; fi
  first='; the first time takes some minutes'
  [ ! -e "$root/build/conclave" ] || first=
  say "building ($preset$first)"
  configure "$preset" "$@" || { [ -z "$wanted" ] || lacking; fail 'cmake failed'; }
  (cd "$root" && cmake --build --preset "$preset" --target "$target") >>"$log" 2>&1 || fail 'the build failed'
  [ "$preset" != release ] || mv "$stamp.new" "$stamp"
  say "built in $(($(date +%s) - started)) s"
}

# alone COMMAND...: runs it while no other call does. The lock dies with the subshell, which also gives the
# command an empty standard input: that one is the program's too.
alone() {
  mkdir -p "$root/build" 2>/dev/null || :
  [ -w "$root/build" ] || { say "the program is to be built, but $root/build cannot be written to"; exit 2; }
  (
    if have flock; then flock -n 9 || { say 'waiting for another build'; flock 9; }; fi
    "$@"
  ) 9>"$root/build/.lock" </dev/null
}
