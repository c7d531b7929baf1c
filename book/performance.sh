#!/usr/bin/env bash
# Measures what the page `performance.md` is about and prints its tables.
#
# usage: bash book/performance.sh [gen|cold|all]
#
# RUNS=5 is the number of runs of which the median is taken. KOPR=FILE is the command to measure; unless set, it is
# built first, in the release profile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
checkout=$PWD
what=${1:-all}
runs=${RUNS:-5}
case $what in gen | cold | all) ;; *) echo "usage: bash book/performance.sh [gen|cold|all]" >&2; exit 2 ;; esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TIMEFORMAT='%R %U %S'
unset CI CARGO_TARGET_DIR

# seconds COMMAND...: wall-clock and CPU seconds of one run, its children included.
seconds() {
    { time "$@" >"$work/log" 2>&1; } 2>"$work/time" || { cat "$work/log" >&2; return 1; }
    awk '{ printf "%.2f %.2f\n", $1, $2 + $3 }' "$work/time"
}

# median < lines of "wall cpu": the medians of both.
median() {
    awk '{ wall[NR] = $1; cpu[NR] = $2 }
        function middle(list, n,   i, j, t) {
            for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++)
                if (list[j] + 0 < list[i] + 0) { t = list[i]; list[i] = list[j]; list[j] = t }
            return list[int((n + 1) / 2)]
        }
        END { printf "%s | %s", middle(wall, NR), middle(cpu, NR) }'
}

# row NAME BEFORE COMMAND...: a row of the table; BEFORE is called with the number of the run before each.
row() {
    local name=$1 before=$2 run
    shift 2
    for run in $(seq "$runs"); do
        "$before" "$run"
        seconds "$@"
    done >"$work/times"
    printf '| %s | %s |\n' "$name" "$(median <"$work/times")"
}

nothing() { :; }

head_of() {
    printf '\n| %s | wall s | CPU s |\n| --- | --- | --- |\n' "$1"
}

kopr=${KOPR:-}
if [ -z "$kopr" ]; then
    cargo build --quiet --locked --release -p kopr-cli
    kopr=$checkout/target/release/kopr
fi
kopr=$(realpath "$kopr")
machine() {
    printf '%s, %s cores, %s, kopr %s\n' \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)" "$(getconf _NPROCESSORS_ONLN)" \
        "$(rustc --version | cut -d ' ' -f 1,2)" "$("$kopr" --version | cut -d ' ' -f 2)"
}
machine

# A scaffold with the versions that the workspace has locked.
operator=$work/memcached-operator
"$kopr" new "$operator" --group cache.example.com --kopr "$checkout" >/dev/null 2>&1
cp Cargo.lock "$operator/Cargo.lock"
cp rust-toolchain.toml "$operator/rust-toolchain.toml"

gen() {
    cd "$operator"
    "$kopr" gen manifests >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    api=src/api/v1alpha1.rs
    controller=src/controllers/memcached.rs
    edit_field() { sed -i "s/range(min = 0, max = [0-9]*)/range(min = 0, max = 1$1)/" "$api"; }
    edit_code() { sed -i "s/name: \"main[0-9]*\"/name: \"main$1\"/" "$controller"; }
    program=$operator/target/debug/memcached-operator
    model=$work/model.json
    KOPR_DESCRIBE=$model "$program"

    head_of 'from an edit to manifests'
    row 'unchanged' nothing "$kopr" gen manifests
    row 'unchanged, with cargo' nothing env CI=1 "$kopr" gen manifests
    row 'describe' nothing env KOPR_DESCRIBE="$model" "$program"
    row 'model to files' nothing "$kopr" gen manifests --model "$model"
    row 'a field of the spec' edit_field "$kopr" gen manifests
    row 'reconcile code' edit_code "$kopr" gen manifests
    cd "$checkout"
}

cold() {
    # The same kind and the same children, on kube alone.
    local bare=$work/bare
    mkdir -p "$bare/src"
    sed -e 's/^name = .*/name = "bare"/' -e '/^kopr = /,$d' "$operator/Cargo.toml" | sed '/^# A checkout/d' >"$bare/Cargo.toml"
    cat >>"$bare/Cargo.toml" <<'TOML'
kube = { version = "5", default-features = false, features = ["client", "config", "derive", "rustls-tls", "ring", "runtime"] }
k8s-openapi = { version = "0.29", features = ["latest", "schemars"] }
schemars = "1"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
thiserror = "2"
futures = "0.3"
tokio = { version = "1", features = ["rt-multi-thread", "macros", "signal"] }
tracing = "0.1"
tracing-subscriber = { version = "0.3", features = ["env-filter", "json"] }

TOML
    sed -n '/^\[profile.dev\]/,$p' "$operator/Cargo.toml" >>"$bare/Cargo.toml"
    cp book/performance/bare.rs "$bare/src/main.rs"
    cp Cargo.lock rust-toolchain.toml "$bare/"
    (cd "$bare" && cargo fetch --quiet) && (cd "$operator" && cargo fetch --quiet)

    head_of 'first build'
    for folder in "$operator" "$bare"; do
        rm -rf "$folder/target"
        cd "$folder"
        seconds cargo build >"$work/times"
        printf '| %s | %s |\n' "$(basename "$folder")" "$(sed 's/ / | /' "$work/times")"
    done
    cd "$checkout"
}

case $what in
    gen) gen ;;
    cold) cold ;;
    all) cold; gen ;;
esac
