# The API. docker build -t palimpsest . && docker run --rm --read-only --tmpfs /tmp -p 127.0.0.1:7411:7411 -v palimpsest:/data palimpsest
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build

FROM node:20.20.2-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production \
    PALIMPSEST_STORE=file:/data/store.db \
    PALIMPSEST_HOST=0.0.0.0 \
    PALIMPSEST_PORT=7411 \
    PALIMPSEST_INSECURE_PUBLIC=true
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY cypher cypher
COPY seeds seeds
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 7411
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PALIMPSEST_PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node is the first process, so signals reach it
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve"]
