# syntax=docker/dockerfile:1
# The image of the service, of its API processes and of the operator's commands: deploy/README.md says how each is run.
# Pin the digest of the base for an installation of your own.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s build
# What runs: compiled code, and the files that it reads from the project's root.
RUN mkdir -p out/data && cp -r dist config scripts package.json LICENSE out/
RUN find infra read-models -name '*.sql' -exec cp --parents {} out/ \;

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The optional ones are an embedded PostgreSQL and a local chain, which an installation does not have.
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --omit=optional

FROM ${NODE_IMAGE} AS run
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/app/data HOST=0.0.0.0 PORT=3000
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/out ./
COPY --from=build --chown=1000:1000 /app/out/data ./data
USER 1000:1000
EXPOSE 3000
# The only directory that is written to: a run file and a lock.
VOLUME /app/data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=40"]
CMD ["dist/src/bin/programs/start.js"]
