# The web app is built with what a build needs, the image then holds only what the server needs. No package's own
# install scripts run.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/listen/package.json packages/listen/
COPY packages/connect/package.json packages/connect/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/web-build.mjs
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace apps/server --workspace packages/contract

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/contract packages/contract
COPY --from=build /app/packages/connect/dist packages/connect/dist
COPY --from=build /app/packages/listen/served packages/listen/served
COPY --from=build /app/apps/server apps/server
COPY --from=build /app/apps/web/dist apps/web/dist
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8787) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "apps/server/src/main.ts"]
