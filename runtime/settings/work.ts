import type { Definition } from './definition.ts'

/** What the API, the projectors, ingest and the dispatcher do, and how much of it at once. */
export const workSettings = {
  page_limit_default: {
    env: 'PAGE_LIMIT_DEFAULT',
    kind: 'integer',
    default: '50',
    does: 'Items of a page where no limit is asked for',
  },
  page_limit_max: {
    env: 'PAGE_LIMIT_MAX',
    kind: 'integer',
    default: '200',
    does: 'Largest limit that a page may ask for',
  },
  text_bytes_max: {
    env: 'TEXT_BYTES_MAX',
    kind: 'integer',
    default: '2000000',
    does: "Longest plain text in an answer, in bytes; of a longer one its beginning, and the object's address",
  },
  api_statement_timeout_ms: {
    env: 'API_STATEMENT_TIMEOUT_MS',
    kind: 'integer',
    default: '5000',
    does: 'Longest Postgres statement of an API request, in ms; after it the answer is 503',
  },
  rate_limits: {
    env: 'RATE_LIMITS',
    kind: 'text',
    default: '',
    does: 'Requests a minute by tier, such as free=60,business=1200; 0 lifts the limit',
  },
  lookup_limits: {
    env: 'LOOKUP_LIMITS',
    kind: 'text',
    default: '',
    does: 'Address lookups a month by tier, such as free=1000,business=100000; 0: none',
  },
  usage_keep_days: {
    env: 'USAGE_KEEP_DAYS',
    kind: 'integer',
    default: '400',
    does: 'How long the numbers of calls of an account are kept, in days',
  },
  projector_batch_events: {
    env: 'PROJECTOR_BATCH_EVENTS',
    kind: 'integer',
    default: '5000',
    does: 'Most events of one projector transaction',
  },
  projector_flush_ms: {
    env: 'PROJECTOR_FLUSH_MS',
    kind: 'integer',
    default: '100',
    does: 'Longest wait for more events before a transaction',
  },
  read_schema_keep_hours: {
    env: 'READ_SCHEMA_KEEP_HOURS',
    kind: 'integer',
    default: '24',
    does: 'How long the read schema before the live one is kept up to date, so that legislog rollback is instant',
  },
  rebuild_workers: {
    env: 'REBUILD_WORKERS',
    kind: 'integer',
    default: '0',
    does: 'Threads of a rebuild; 0: one for each core',
  },
  rebuild_memory_mb: {
    env: 'REBUILD_MEMORY_MB',
    kind: 'integer',
    default: '2048',
    does: 'Memory for the messages that a rebuild folds at once, over all its threads; with less it reads them more often',
  },
  background_nice: {
    env: 'BACKGROUND_NICE',
    kind: 'integer',
    default: '10',
    does: 'How far rebuild and verify step back for other processes of their machine: 0, not at all, to 19',
  },
  rebuild_bump_limit: {
    env: 'REBUILD_BUMP_LIMIT',
    kind: 'integer',
    default: '5000',
    does: 'Most entities that a swap tells readers of changes of; where more differ they must load everything again (410)',
  },
  ingest_batch_entities: {
    env: 'INGEST_BATCH_ENTITIES',
    kind: 'integer',
    default: '500',
    does: 'Most entities of one ingest transaction',
  },
  ingest_intervals: {
    env: 'INGEST_INTERVALS',
    kind: 'list',
    default: '',
    does: 'How often a schedule asks a source, such as legiscan=1h,federal-register=15m; others as their feed says',
  },
  ingest_concurrency: {
    env: 'INGEST_CONCURRENCY',
    kind: 'integer',
    default: '3',
    does: 'Most sources that legislog ingest --watch runs at once',
  },
  ingest_watch: {
    env: 'INGEST_WATCH',
    kind: 'flag',
    default: '',
    does: 'Let legislog up ask the publishers too, each at its interval; else nothing leaves this machine',
  },
  webhook_allow_insecure: {
    env: 'WEBHOOK_ALLOW_INSECURE',
    kind: 'flag',
    default: '',
    does: 'Allow http and loopback webhook addresses: for local trials only',
  },
  webhook_secret_key: {
    env: 'WEBHOOK_SECRET_KEY',
    kind: 'secret',
    default: '',
    does: 'Key (32 bytes, base64) that webhook secrets are encrypted with; empty: made once and kept in LEGISLOG_HOME',
  },
  webhook_concurrency: {
    env: 'WEBHOOK_CONCURRENCY',
    kind: 'integer',
    default: '200',
    does: 'Endpoints that one dispatcher serves at once, beside those that keep it waiting',
  },
  webhook_attempt_days: {
    env: 'WEBHOOK_ATTEMPT_DAYS',
    kind: 'integer',
    default: '90',
    does: 'How long deliveries that have ended, and attempts, stand in the delivery log, in days',
  },
  webhook_body_days: {
    env: 'WEBHOOK_BODY_DAYS',
    kind: 'integer',
    default: '30',
    does: 'How long the bodies of webhook events are kept, in days: so far back can be replayed',
  },
  webhook_egress: {
    env: 'WEBHOOK_EGRESS',
    kind: 'list',
    default: '',
    does: 'Address ranges that webhooks come from, such as 192.0.2.0/28, as GET /v1/meta tells them',
  },
} as const satisfies Record<string, Definition>
