# shellcheck shell=bash
# What scripts/compose-check does with a stack. Uses its functions `compose`, `say`, `fail` and its ports.

RUNNING='proxy postgres redis indexer api localnet'

container() { compose ps -q "$1"; }

# Until the API says that it serves current data; the time is a bound, not an expectation.
await_ready() {
  for _ in $(seq 240); do
    curl --silent --fail --max-time 5 "http://127.0.0.1:$api_port/ready" >/dev/null && return 0
    sleep 0.5
  done
  fail "not ready: $1"
}

# The reserves of the simulated chain, of every protocol. Ready is said once there are some.
await_reserves() {
  local found
  for _ in $(seq 120); do
    found=$(query "SELECT string_agg(protocol || ' ' || n, ', ' ORDER BY protocol)
      FROM (SELECT protocol, count(*) AS n FROM lend_v1.reserves GROUP BY 1) AS c")
    [ "$found" = "$1" ] && return 0
    sleep 0.5
  done
  fail "not the reserves of the simulated chain: $found"
}

query() { compose exec -T postgres psql --username tidemark --dbname tidemark --no-align --tuples-only --command "$1"; }

# What must outlive containers: rows that are there already (by a digest up to a batch), keys, the identity of the chain.
stored() {
  query "SELECT md5(string_agg(md5(t::text), '' ORDER BY reserve, observed_at, slot))
         FROM lend.reserve_snapshots AS t WHERE observed_at <= to_timestamp($1)"
  query "SELECT md5(string_agg(md5(k::text), '' ORDER BY id)) FROM (SELECT id, username, key_prefix, key_sha256, expires_at FROM lend.api_keys) AS k"
  query 'SELECT count(*), md5(string_agg(address, chr(10) ORDER BY address)) FROM lend.reserves'
}

verify_key() {
  [ "$(curl --silent --output /dev/null --write-out '%{http_code}' --request POST --header "X-SERVICE-API-KEY: $1" \
    "http://127.0.0.1:$api_port/auth/verify")" = 200 ] || fail "the key is not in force: $2"
}

check_build() {
  say 'up --build'
  compose up --build --detach || fail 'up'
  await_ready 'after the first start'
  local ours
  ours=$(docker images --quiet tidemark | sort -u | wc -l)
  [ "$ours" = 1 ] || fail "$ours images of ours instead of one"
  say "the image has $(docker run --rm --network none --entrypoint find tidemark:0.1.0 /app -type f | wc -l) files"
  [ -z "$(docker run --rm --network none --entrypoint find tidemark:0.1.0 /app -type f -name '*.map')" ] || fail 'source maps in the image'
}

check_shape() {
  local name id
  for name in $RUNNING; do
    id=$(container "$name")
    [ "$(docker inspect --format '{{.HostConfig.Memory}}' "$id")" -gt 0 ] || fail "$name has no limit of memory"
  done
  compose exec -T redis sh -c 'unset REDISCLI_AUTH; redis-cli ping' 2>&1 | grep -q NOAUTH || fail 'Redis answers without a password'
  # From within: the service's own way out of its network.
  compose exec -T localnet node -e "require('net').connect(5432,'postgres').on('connect',()=>process.exit(1)).on('error',()=>process.exit(0))" ||
    fail 'the localnet reaches the database'
  [ "$(query 'SHOW shared_buffers')" = 512MB ] || fail "shared_buffers is not a quarter of the container's memory"
  [ "$(compose exec -T redis redis-cli config get maxmemory | tr -d '\r' | tail -1)" = 402653184 ] || fail "maxmemory is not three quarters of the container's"
  await_reserves 'kamino 26, save 8'
  curl --silent --fail --insecure --resolve "localhost:$https_port:127.0.0.1" "https://localhost:$https_port/health" >/dev/null ||
    fail 'no answer over TLS'
  curl --silent "http://127.0.0.1:$api_port/metrics" --output /dev/null --write-out '%{http_code}' | grep -q 404 ||
    fail 'metrics are public'
  # Of an answer that no cache may keep: the others say nothing about the address that asked.
  curl --silent --dump-header - --output /dev/null --header 'X-Forwarded-For: 203.0.113.9' \
    "http://127.0.0.1:$api_port/v1/stream" | grep -qi '^ratelimit-limit: 600' || fail 'callers without a key have no limit'
}

# Whether a container runs and was started again since its count was `$2`.
runs_again() {
  local running count
  read -r running count < <(docker inspect --format '{{.State.Running}} {{.RestartCount}}' "$1")
  [ "$running" = true ] && [ "$count" -gt "$2" ]
}

# A process that dies is started again by the engine; `docker kill` would count as a wish to stop it.
kill_each() {
  local name id pid count
  for name in $RUNNING; do
    id=$(container "$name")
    read -r pid count < <(docker inspect --format '{{.State.Pid}} {{.RestartCount}}' "$id")
    kill -KILL "$pid" 2>/dev/null || { say "not killed: $name (needs root on the machine of the engine)"; continue; }
    for _ in $(seq 120); do runs_again "$id" "$count" && break; sleep 0.5; done
    runs_again "$id" "$count" || fail "$name did not start again"
    await_ready "after $name was killed"
    say "killed $name: ready again"
  done
}

# While the API is away the proxy answers in its place.
check_away() {
  compose stop --timeout 30 api || fail 'stop of the API'
  local answer
  answer=$(curl --silent --max-time 15 --write-out ' %{http_code}' "http://127.0.0.1:$api_port/v1/status")
  grep -q '"code":50304},"status":503} 503$' <<<"$answer" || fail "the proxy without the API answers: $answer"
  compose start api || fail 'start of the API'
  await_ready 'after the API was away'
}

# Batches continue: the newest one is later than before.
await_newer() {
  for _ in $(seq 120); do
    [ "$(query "SELECT coalesce(max(observed_at) > to_timestamp($1), false) FROM lend.reserve_latest")" = t ] && return 0
    sleep 0.5
  done
  fail "nothing new is stored: $2"
}

run_steps() {
  check_build
  check_shape
  local key until before
  key=$(compose run --rm -T migrate node packages/schema/dist/keys-cli.js create --username alice --expires 90d | grep -oE 'tdm_[A-Za-z0-9_-]+' | awk '{ if (length($0) > length(k)) k = $0 } END { print k }')
  verify_key "$key" 'new'
  compose run --rm -T migrate node packages/archive/dist/export-cli.js --table reserves --out /tmp/export || fail 'an export by the image'
  until=$(query 'SELECT extract(epoch FROM max(observed_at)) FROM lend.reserve_snapshots')
  before=$(stored "$until")
  kill_each
  check_away
  await_newer "$until" 'after the kills'
  [ "$(stored "$until")" = "$before" ] || fail 'rows or keys differ after the kills'
  say 'down and up again'
  compose down --timeout 30 || fail 'down'
  [ -z "$(docker ps --all --quiet --filter "label=com.docker.compose.project=$project")" ] || fail 'a container is left after down'
  compose up --detach || fail 'up again'
  await_ready 'after down and up'
  [ "$(stored "$until")" = "$before" ] || fail 'rows or keys differ after down and up'
  verify_key "$key" 'after down and up'
  await_newer "$(query 'SELECT extract(epoch FROM max(observed_at)) FROM lend.reserve_latest')" 'after down and up'
}
