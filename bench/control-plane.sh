#!/usr/bin/env bash
# control-plane.sh start DIR PORT | stop DIR: a bare etcd and kube-apiserver for measurements, with pid files
# and an admin.kubeconfig in DIR. The programs come from the folder that `kopr cluster` has filled.
set -euo pipefail
bin=${KUBEBUILDER_ASSETS:-$(ls -d "${XDG_CACHE_HOME:-$HOME/.cache}"/kopr/cluster/*/ | tail -1)}
dir=$2
if [ "$1" = stop ]; then
  for name in apiserver etcd; do kill "$(cat "$dir/$name.pid")" 2>/dev/null || true; done
  exit 0
fi
port=$3 token=bench
mkdir -p "$dir/certs"
openssl genrsa -out "$dir/sa.key" 2048 2>/dev/null
echo "$token,admin,admin,system:masters" > "$dir/tokens.csv"
"$bin/etcd" --data-dir "$dir/etcd" --unsafe-no-fsync --quota-backend-bytes 8589934592 \
  --listen-client-urls "http://127.0.0.1:$((port + 1))" --advertise-client-urls "http://127.0.0.1:$((port + 1))" \
  --listen-peer-urls "http://127.0.0.1:$((port + 2))" >"$dir/etcd.log" 2>&1 &
echo $! > "$dir/etcd.pid"
"$bin/kube-apiserver" --etcd-servers "http://127.0.0.1:$((port + 1))" --secure-port "$port" --bind-address 127.0.0.1 \
  --cert-dir "$dir/certs" --service-account-issuer https://bench --service-account-key-file "$dir/sa.key" \
  --service-account-signing-key-file "$dir/sa.key" --token-auth-file "$dir/tokens.csv" --authorization-mode=RBAC \
  --service-cluster-ip-range 10.0.0.0/24 --disable-admission-plugins=ServiceAccount \
  --max-requests-inflight 3000 --max-mutating-requests-inflight 1000 >"$dir/apiserver.log" 2>&1 &
echo $! > "$dir/apiserver.pid"
cat > "$dir/admin.kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://127.0.0.1:$port", insecure-skip-tls-verify: true}}]
users: [{name: u, user: {token: $token}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
YAML
for _ in $(seq 300); do
  curl -sk -H "Authorization: Bearer $token" "https://127.0.0.1:$port/readyz" | grep -q '^ok' && exit 0
  sleep 0.1
done
echo "the API server is not ready: $dir/apiserver.log" >&2
exit 1
