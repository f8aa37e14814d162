# syntax=docker/dockerfile:1

FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
# The console is made from the description of its API, and from the pages to paste.
COPY docs docs
RUN npm run build && rm dist/.tsbuildinfo packages/*/dist/.tsbuildinfo

# Of the packages beside the product only the verifier of evidence is delivered: what is published should not be able to
# vouch for test persons.
FROM node:26-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/evidence/package.json packages/evidence/
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:26-trixie-slim AS simulator-dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/eid-simulators/package.json packages/eid-simulators/
# The simulator needs its own packages alone, not the service's.
RUN npm pkg delete dependencies && npm ci --omit=dev --ignore-scripts && npm cache clean --force

# `docker build --target simulator`: for deploy/compose.yaml, never for production.
FROM node:26-trixie-slim AS simulator
ENV SIMULATOR_HOST=0.0.0.0 SIMULATOR_DATA_DIR=/data
WORKDIR /app
COPY LICENSE ./
COPY --from=simulator-dependencies /app ./
COPY --from=build /app/packages/eid-simulators/dist packages/eid-simulators/dist
RUN install -d -o 10001 -g 10001 /data
USER 10001:10001
EXPOSE 3010 3011 3012 3013
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3011/').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/eid-simulators/dist/all/main.js"]

FROM node:26-trixie-slim
ENV NODE_ENV=production BIND_ADDRESS=0.0.0.0
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/packages/evidence/package.json packages/evidence/
COPY --from=build /app/packages/evidence/dist packages/evidence/dist
COPY --from=build /app/packages/console/dist packages/console/dist
COPY migrations migrations
RUN chmod +x dist/cli.js && ln -s /app/dist/cli.js /usr/local/bin/eid-broker
# An unprivileged number that needs no entry in /etc/passwd; nothing below /app is writable for it.
USER 10001:10001
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HEALTH_PORT || 3001) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/bundle/main.cjs"]
