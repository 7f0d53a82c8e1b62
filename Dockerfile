# One image for all of our own services; the command says which: relay, project, api, webhooks, ingest, migrate.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production LEGISLOG_HOME=/var/lib/legislog HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY . .
# A process that finds its code compiled does not keep a compiler in memory.
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/node
RUN mkdir -p /var/lib/legislog node_modules/.cache && chown 1000:1000 /var/lib/legislog node_modules/.cache
USER 1000
# Node keeps compiled code for each user apart, so the one that runs the services compiles it.
RUN node cli/main.ts --help > /dev/null
VOLUME /var/lib/legislog
EXPOSE 8080
ENTRYPOINT ["node", "--preserve-symlinks", "cli/main.ts"]
CMD ["api"]
