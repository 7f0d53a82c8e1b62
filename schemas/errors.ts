/** The closed list of error codes. docs/errors.md explains each. */
export const errorCodes = {
  // settings and services
  setting_invalid: 'A setting has a value that cannot be used.',
  service_missing: 'A program that the local services need is not installed.',
  service_failed: 'A local service did not start or stopped.',
  postgis_missing: 'The database lacks the extension postgis, and this role may not create it.',
  port_taken: 'A port that a local service needs is used by another program.',
  usage: 'A command was called with arguments that it does not accept.',
  stopped: 'A command was stopped before it finished.',
  not_found: 'A command refers to something that does not exist: an entity, a record, a token, an account.',
  // the log
  event_undecodable: 'A message of the log cannot be read as an event.',
  event_type_unknown: 'A message names an event type that this code does not know.',
  event_newer: 'An event has a version that only newer code knows: this process waits to be replaced.',
  event_time_ahead: 'The stamp of an event is far ahead of the time at which Kafka appended it.',
  clock_ahead: 'A clock is far ahead: no event is stamped, or no webhook is sent.',
  event_invalid: 'The body of an event does not fit its schema.',
  event_too_large: 'An event is over 4 MB encoded.',
  schema_incompatible: 'A schema would break readers or writers of the log.',
  schema_drift: 'A committed schema file or fixture differs from the code.',
  schema_unregistered: 'A schema of this code has no id yet: run legislog schemas register.',
  registry_unreachable: 'The schema registry does not answer, and the schema is not stored here.',
  retention_gap: 'The log no longer has the next event that a reader needs.',
  log_epoch: 'The positions belong to another log.',
  log_unreadable: 'A batch of the log is broken, or compressed in a way that this reader does not support.',
  topic_mismatch: 'A topic exists with a different number of partitions than this code expects.',
  // ingest
  record_unreadable: 'A record cannot be parsed: it is truncated, or it is not valid JSON, XML or YAML.',
  record_invalid: 'A record lacks a field or has one of the wrong type.',
  record_too_large:
    'A record is over 32 MB, one of its fields over 1 MB, or an archive unpacks to more than ARCHIVE_BYTES.',
  conflicting_duplicate: 'Two equally new records of one listing contradict each other about one entity.',
  jurisdiction_unknown: 'A record names an unknown jurisdiction.',
  object_corrupt: 'The bytes of an object in the object store do not match the hash in its name.',
  object_missing: 'The object store has lost the object of a fetched document.',
  object_store_failed: 'The object store could not be read or written.',
  source_busy: 'Another run of the same source is in progress.',
  lease_lost: 'Another run took over the source, because this run seemed dead. This run stops writing.',
  ingest_running: 'Ingest or a relay is running, and a recovery of its state must run alone.',
  ingest_conflict:
    'Ingest continued from an old state and assigned an id that another entity of the log has.',
  log_behind: 'The log lacks events that were relayed to it: it is empty, an older copy, or another log.',
  log_ahead: 'The log has events that ingest does not know: run legislog ingest recover.',
  // publishers
  upstream_unavailable: 'A publisher does not answer, or answers with an error of its own, at every attempt.',
  upstream_limited: 'A publisher limits requests for longer than a run waits.',
  upstream_refused: 'A publisher refuses access: 401 or 403.',
  upstream_rejected: 'A publisher rejects a request: another 4xx.',
  upstream_malformed: 'The response of a publisher is malformed: truncated, or a web page instead of data.',
  upstream_redirects: 'A publisher redirects in a circle, or to an address that we do not follow.',
  upstream_too_large: 'A response is larger than INGEST_RESPONSE_BYTES_MAX.',
  // projections
  evolve_failed: 'A projector could not apply an event.',
  positions_moved: 'Another process has moved these positions: this one stops writing.',
  read_schema_missing: 'The tables of a read schema are gone, or have a different version.',
  rebuild_busy:
    'Another rebuild is in progress, or took over because this one seemed dead. This one stops writing.',
  rebuild_unfinished: 'A rebuild that is not finished must be continued or abandoned first.',
  rebuild_refused: 'Rebuilt rows are wrong: they do not go live.',
  swap_impossible: 'No read schema can replace the live one now.',
  projector_halted: 'Too many events were parked: a bad deploy rather than bad data.',
  // derived content
  derive_timeout: 'A result takes longer to derive than its limit: its thread was ended.',
  derive_busy: 'Too many results wait to be derived.',
  derive_failed: 'The method of a derived result failed.',
  text_too_large: 'A text of a bill is over 64 MB: nothing is derived from it.',
  model_missing: 'An embedding model, or a package that runs it, is not installed.',
  embeddings_failed: 'The embeddings service does not answer, or its answer cannot be used.',
  // search cluster
  search_failed: 'The search cluster of SEARCH_URL does not answer, or its answer cannot be used.',
  // accounts
  token_limit: 'The account has reached its limit of live tokens.',
  // webhooks
  event_not_shown: 'The live read model will not show an event: no webhook is sent for it.',
  event_refused: 'Postgres refuses the rows of an event: no webhook is sent for it.',
  blocked_address: 'A webhook address is not public.',
  plan_required: 'The plan of the account does not include this.',
  endpoint_exists: 'The account already has an endpoint with this address.',
  endpoint_limit: 'The account has reached its limit of webhook endpoints.',
  endpoint_unknown: 'No webhook endpoint or delivery of this account has this id.',
  endpoint_invalid: 'A webhook endpoint has an address, an event or a filter that cannot be used.',
  webhook_conflict: 'The request is not possible in the current state of the webhook.',
} as const

export type ErrorCode = keyof typeof errorCodes

/** `message` names the field and the value; `cause` is kept. */
export class LegislogError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'LegislogError'
    this.code = code
  }
}
