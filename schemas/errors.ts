/** The closed list of error codes. docs/errors.md explains each; HTTP statuses stand beside those an API answers. */
export const errorCodes = {
  // settings and services
  setting_invalid: 'A setting has a value that cannot be used.',
  service_missing: 'A program that the local services need is not installed.',
  service_failed: 'A local service did not start or stopped.',
  port_taken: 'A port that a local service needs is used by another program.',
  usage: 'A command was called in a way that it does not know.',
  stopped: 'A command was stopped before it had ended.',
  not_found: 'A command names something that there is not: an entity, a record, a token, an account.',
  // the log
  event_undecodable: 'A message of the log cannot be read as an event.',
  event_type_unknown: 'A message names an event type that this code does not know.',
  event_newer: 'An event is of a version that a newer writer has: this code waits to be replaced.',
  event_time_ahead: 'The stamp of an event is well ahead of the time at which Kafka appended it.',
  clock_ahead: 'A clock is well ahead: no event is stamped, or no webhook is sent.',
  event_invalid: 'The body of an event does not fit its schema.',
  event_too_large: 'An event is over 4 MB encoded.',
  schema_incompatible: 'A schema would break readers or writers of the log.',
  schema_drift: 'A committed schema file or fixture is not what the code says.',
  schema_unregistered: 'A schema of this code has no id yet: legislog schemas register gives it one.',
  registry_unreachable: 'The schema registry does not answer and the schema is not held here.',
  retention_gap: 'The log no longer holds the next event that a reader needs.',
  log_epoch: 'The positions belong to another log.',
  log_unreadable: 'A batch of the log is broken, or packed in a way that this reader does not have.',
  topic_mismatch: 'A topic exists with other partitions than this code expects.',
  // ingest
  record_unreadable: 'A record is not what its source says it is: truncated, or no JSON, XML or YAML.',
  record_invalid: 'A record lacks a field or has one of a wrong kind.',
  record_too_large:
    'A record is over 32 MB, one of its fields over 1 MB, or an archive unpacks to more than ARCHIVE_BYTES.',
  conflicting_duplicate: 'Two records of one listing, equally new, say different things about one entity.',
  jurisdiction_unknown: 'A record names a jurisdiction that nobody knows.',
  object_corrupt: 'An object of the object store does not have the bytes that its name promises.',
  object_missing: 'The object store has lost an object that a fetched document lies in.',
  object_store_failed: 'The object store could not be read or written.',
  source_busy: 'Another run of the same source is under way.',
  lease_lost: 'A run was taken for dead and its source given to another run: it writes nothing more.',
  ingest_running: 'Ingest or a relay is at work where a recovery of its state needs to be alone.',
  ingest_conflict:
    'Ingest has gone on from an old state and given an id that the log gives to another entity.',
  log_behind: 'The log lacks events that were relayed to it: it is empty, an older copy, or another log.',
  log_ahead: 'The log has events that ingest does not know of: legislog ingest recover.',
  // publishers
  upstream_unavailable:
    'A publisher does not answer, or answers with a fault of its own, however often it is asked.',
  upstream_limited: 'A publisher wants fewer requests than were made, for longer than a run waits.',
  upstream_refused: 'A publisher does not let us in: 401 or 403.',
  upstream_rejected: 'A publisher does not know what was asked for: another 4xx.',
  upstream_malformed:
    'An answer of a publisher is not what it should be: cut off, or a web page where data was expected.',
  upstream_redirects: 'A publisher sends us in a circle, or to where we do not follow.',
  upstream_too_large: 'An answer is larger than INGEST_RESPONSE_BYTES_MAX.',
  // projections
  evolve_failed: 'A projector could not apply an event.',
  positions_moved: 'Another process has moved these positions: this one stands back.',
  read_schema_missing: 'The tables of a read schema are gone, or are those of another version.',
  rebuild_busy: 'Another rebuild is under way, or this one was taken for dead: it writes nothing more.',
  rebuild_unfinished: 'A rebuild that is not finished must be continued or abandoned first.',
  rebuild_refused: 'Rows that were made anew are not what they must be: they do not become the live ones.',
  swap_impossible: 'No read schema can take the place of the live one now.',
  projector_halted: 'Too many events were parked: a bad deploy rather than bad data.',
  // accounts
  token_limit: 'The account has as many live tokens as it may have.',
  // webhooks
  event_not_shown: 'The live read model will not show what an event says: no webhook is sent of it.',
  event_refused: 'Postgres does not take what would be written of an event: no webhook is sent of it.',
  blocked_address: 'A webhook address is not a public one.',
  plan_required: 'The plan of the account does not include this.',
  endpoint_exists: 'The account already has an endpoint with this address.',
  endpoint_limit: 'The account has as many webhook endpoints as it may have.',
  endpoint_unknown: 'No webhook endpoint or delivery of this account has this id.',
  endpoint_invalid: 'A webhook endpoint has an address, an event or a filter that cannot be used.',
  webhook_conflict: 'What is asked for cannot be done to a webhook in the state in which it is.',
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
