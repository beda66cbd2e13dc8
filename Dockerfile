# One image for every service of Tidemark; the command chooses which (see docker-compose.yml).

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
ENV CI=true TURBO_TELEMETRY_DISABLED=1
RUN apt-get update && apt-get install --yes --no-install-recommends tini=0.19.0-1* && rm -rf /var/lib/apt/lists/*
RUN npm install --global pnpm@10.34.9
# What is installed depends on these alone, so a changed source fetches nothing again. Everything that the lockfile names is
# fetched, also what is of folders that are no part of the context: the bill of materials is of all of it.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches ./patches
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile
RUN pnpm turbo run build
# `--no-optional` leaves the embedded Postgres binaries out: a container names its database. Those of the API are DuckDB's library
# (68 MB), by which it reads archived months; the commands that write them and exports share it.
RUN for app in indexer localnet dashboard; do \
      pnpm --filter "@tidemark/$app" deploy --legacy --prod --no-optional "/out/apps/$app" || exit 1; \
    done \
 && pnpm --filter @tidemark/api deploy --legacy --prod /out/apps/api \
 && pnpm --filter @tidemark/schema deploy --legacy --prod --no-optional /out/packages/schema \
 && mkdir /out/packages/archive \
 && cp -R packages/archive/dist packages/archive/package.json /out/packages/archive/ \
 && ln -s ../../apps/api/node_modules /out/packages/archive/node_modules
# Nothing runs these: types, source maps, and the tests of other people's packages.
RUN find /out -type f -regex '.*\.\(map\|d\.[cm]?ts\|tsbuildinfo\)' -delete \
 && find /out -type d -regex '.*/node_modules/\(@[^/]*/\)?[^/.][^/]*/\(test\|tests\|__tests__\)' -prune -exec rm -rf {} +
# What the image is made of, for whoever audits it.
RUN node scripts/sbom.mjs --out /out/sbom.cdx.json

FROM node:24.21.0-bookworm-slim AS run
# Few arenas of malloc: the threads of Node keep less that nobody uses.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build --chown=root:root /usr/bin/tini /usr/bin/tini
COPY --from=build --chown=root:root /out ./
# A volume mounted here takes over this owner; everything else is read-only to the service.
RUN install --directory --owner=node --group=node /var/lib/tidemark
USER node
# The kernel keeps from process 1 signals that it does not handle, SIGKILL of the health check too. With docker's own init it is the second.
ENTRYPOINT ["/usr/bin/tini", "-s", "--"]
EXPOSE 3000 9101 8899 8900
# Small halves for young objects: with the line above, exports take 11 MiB less (bench/RESULTS.md).
CMD ["node", "--max-semi-space-size=2", "apps/api/dist/main.js"]
