import type { Knex } from 'knex'

/**
 * State that the parts share: the clocks of the log's partitions, the read schemas, and their positions in the log.
 * A rebuild of a read schema leaves it alone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA control;

    -- One row for each partition. The relay sets 'at' when it claims rows, counts them in 'claimed', and sets 'end_offset'
    -- when the broker has acknowledged them. A reader is drained when claimed = 0 and its position has reached end_offset.
    CREATE TABLE control.partition_clock (
      topic text NOT NULL,
      partition integer NOT NULL,
      at timestamptz NOT NULL DEFAULT '-infinity',
      claimed integer NOT NULL DEFAULT 0,
      end_offset bigint NOT NULL DEFAULT 0,
      -- The offset after the last event that a relay sent, and the id of that event. A log without that event at that place
      -- is not the log of this database (runtime/kafka/log-guard/log-guard.ts).
      relayed_to bigint NOT NULL DEFAULT 0,
      relayed_id text NOT NULL DEFAULT '',
      -- since when the live read schema has been behind the log, by the database's clock; unchanged until it has caught up
      waiting_since timestamptz NOT NULL DEFAULT '-infinity',
      PRIMARY KEY (topic, partition)
    );

    -- Every new stamp is above the floor. A reader that finds everything drained at T raises the floor to T.
    CREATE TABLE control.log_floor (
      is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
      at timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO control.log_floor DEFAULT VALUES;

    CREATE TABLE control.read_schema (
      name text PRIMARY KEY,
      is_live boolean NOT NULL DEFAULT false,
      -- building: a rebuild fills it, and nothing else writes; projecting: projectors follow the log; frozen: the rows as of
      -- a time; dropping: its tables are dropped one by one, and nothing creates them again
      state text NOT NULL DEFAULT 'projecting' CHECK (state IN ('building', 'projecting', 'frozen', 'dropping')),
      -- legislog project drops the read schema after this time; null: never
      keep_until timestamptz,
      -- fingerprint of the projectors and tables that made its rows (projections/read-schemas/code-fingerprint.ts)
      code text,
      -- A reader of changes may resume only within one feed: its updated_since must not be before feed_since.
      feed_epoch integer NOT NULL DEFAULT 1,
      feed_since timestamptz NOT NULL DEFAULT '-infinity',
      watermark timestamptz NOT NULL DEFAULT '-infinity',
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (NOT is_live OR state = 'projecting')
    );
    CREATE UNIQUE INDEX read_schema_one_live ON control.read_schema (is_live) WHERE is_live;

    -- Each rebuild and its progress, so that a killed rebuild resumes. It has no foreign key: the row outlives its read schema.
    CREATE TABLE control.rebuild (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      read_schema text NOT NULL,
      code text NOT NULL,
      phase text NOT NULL CHECK (phase IN ('load', 'index', 'catch_up', 'compare', 'swap', 'done', 'abandoned')),
      -- the rows as of this time; null: now
      until_at timestamptz,
      -- how far the phase 'load' reads: topic:partition to offset
      spans json NOT NULL,
      -- what was compared, what differs, and what must be announced: written at the end of the phase 'compare'
      report json,
      -- why it last stopped before its end
      error text,
      started_at timestamptz NOT NULL DEFAULT now(),
      phase_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz
    );
    CREATE UNIQUE INDEX rebuild_one_unfinished ON control.rebuild ((true)) WHERE ended_at IS NULL;

    CREATE TABLE control.position (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      next bigint NOT NULL DEFAULT 0,
      last_at timestamptz NOT NULL DEFAULT '-infinity',
      -- when Kafka appended the last event that was read
      read_at timestamptz NOT NULL DEFAULT '-infinity',
      owner text,
      PRIMARY KEY (read_schema, topic, partition)
    );

    -- By partition: a message in the wrong partition of its key blocks nothing in the right one.
    CREATE TABLE control.parked_key (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      key text NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (read_schema, topic, partition, key)
    );
    CREATE TABLE control.parked_event (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      "offset" bigint NOT NULL,
      key text NOT NULL,
      code text NOT NULL,
      error text NOT NULL,
      headers json NOT NULL,
      value bytea,
      -- when Kafka appended it, in ms since 1970: its stamp is compared with this
      appended_at bigint NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      -- when an operator decided that the event is never applied: the row is kept, and verify skips the event
      dropped_at timestamptz,
      PRIMARY KEY (read_schema, topic, partition, "offset")
    );
    CREATE INDEX parked_event_key ON control.parked_event (read_schema, topic, key, partition, "offset");
    -- Live events that were not applied because a later event of their entity was: no webhook is sent for them.
    CREATE TABLE control.skipped_event (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      "offset" bigint NOT NULL,
      PRIMARY KEY (read_schema, topic, partition, "offset")
    );
    -- How many events were read and parked in the last minute, so that a restart does not reset the count.
    CREATE TABLE control.park_count (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      events bigint NOT NULL,
      failed integer NOT NULL
    );
    CREATE INDEX park_count_at ON control.park_count (read_schema, at);
    -- Where projectors halted: nothing of the read schema is parked until the position has passed 'upto'.
    CREATE TABLE control.projector_halt (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      upto bigint NOT NULL,
      message text NOT NULL,
      halted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- when an operator allowed to park the events there that cannot be applied
      allowed_at timestamptz,
      PRIMARY KEY (read_schema, topic, partition)
    );

    -- Events that projectors wait for and do not park: the version is newer, or the registry is away. A row is valid until the
    -- position has passed it.
    CREATE TABLE control.projector_wait (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      "offset" bigint NOT NULL,
      code text NOT NULL,
      type text NOT NULL,
      message text NOT NULL,
      since timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (read_schema, topic, partition)
    );

    -- The last reported readiness of each process of a service, by this database's clock (runtime/health/heartbeats.ts).
    CREATE TABLE control.heartbeat (
      service text NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL,
      beat_at timestamptz NOT NULL,
      -- the process counts as dead or frozen if its last heartbeat is older than this
      timeout_ms integer NOT NULL,
      status text NOT NULL,
      checks json NOT NULL,
      PRIMARY KEY (service, host, pid)
    ) WITH (fillfactor = 50);

    -- Registry ids by fingerprint of the schema file, so that the log stays readable while the registry is away.
    -- 'version' is ours (bill.action.v2). The registry counts the revisions of a subject on its own.
    CREATE TABLE control.schema_id (
      registry_id integer NOT NULL,
      subject text NOT NULL,
      version integer NOT NULL,
      fingerprint text NOT NULL,
      -- producers write the newest id of a fingerprint
      registered_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (subject, version, registry_id)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA control CASCADE')
}
