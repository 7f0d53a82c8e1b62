import type { Knex } from 'knex'

/**
 * What joins the parts: the clocks of the log's partitions, the read schemas, and how far each of them has read.
 * It survives every rebuild of a read schema.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA control;

    -- One row a partition. The relay stamps 'at' when it claims rows, counts them in 'claimed', and sets 'end_offset'
    -- when the broker has acked them: a reader is drained when claimed = 0 and its position has reached end_offset.
    CREATE TABLE control.partition_clock (
      topic text NOT NULL,
      partition integer NOT NULL,
      at timestamptz NOT NULL DEFAULT '-infinity',
      claimed integer NOT NULL DEFAULT 0,
      end_offset bigint NOT NULL DEFAULT 0,
      -- The offset after the last event that a relay sent, and the id of that event: a log that does not have it there is
      -- not the one that this database belongs to (runtime/kafka/log-guard/log-guard.ts).
      relayed_to bigint NOT NULL DEFAULT 0,
      relayed_id text NOT NULL DEFAULT '',
      -- when the log first had more than the live read schema, by the database's time; it stays until that has caught up
      waiting_since timestamptz NOT NULL DEFAULT '-infinity',
      PRIMARY KEY (topic, partition)
    );

    -- No stamp is ever at or below the floor: a reader that found everything drained at T has raised it to T.
    CREATE TABLE control.log_floor (
      is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
      at timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO control.log_floor DEFAULT VALUES;

    CREATE TABLE control.read_schema (
      name text PRIMARY KEY,
      is_live boolean NOT NULL DEFAULT false,
      -- building: a rebuild fills it, and nobody else writes; projecting: projectors follow the log; frozen: the world at
      -- a time, as it was; dropping: its tables go one by one, and nobody makes them anew
      state text NOT NULL DEFAULT 'projecting' CHECK (state IN ('building', 'projecting', 'frozen', 'dropping')),
      -- dropped after it by whoever projects; null: kept
      keep_until timestamptz,
      -- of the projectors and tables that its rows were made by (projections/read-schemas/code-fingerprint.ts)
      code text,
      -- A reader of changes may go on where it stood only within one feed: what it asks for must not begin before it.
      feed_epoch integer NOT NULL DEFAULT 1,
      feed_since timestamptz NOT NULL DEFAULT '-infinity',
      watermark timestamptz NOT NULL DEFAULT '-infinity',
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (NOT is_live OR state = 'projecting')
    );
    CREATE UNIQUE INDEX read_schema_one_live ON control.read_schema (is_live) WHERE is_live;

    -- Each rebuild and how far it has come, so that it goes on where it was killed. No reference: it outlives its schema.
    CREATE TABLE control.rebuild (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      read_schema text NOT NULL,
      code text NOT NULL,
      phase text NOT NULL CHECK (phase IN ('load', 'index', 'catch_up', 'compare', 'swap', 'done', 'abandoned')),
      -- the state of the world at a time instead of now
      until_at timestamptz,
      -- how far 'load' reads: topic:partition to offset
      spans json NOT NULL,
      -- what was compared, what differs, what has to be told: written at the end of 'compare'
      report json,
      -- why it last stopped short
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

    -- By partition: a message in a partition that is not its key's holds up nothing in the partition of the key.
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
      -- when Kafka appended it, ms since 1970: its stamp is judged by it
      appended_at bigint NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      -- set where somebody decided that the event is never applied: it is kept, and verify leaves it out
      dropped_at timestamptz,
      PRIMARY KEY (read_schema, topic, partition, "offset")
    );
    CREATE INDEX parked_event_key ON control.parked_event (read_schema, topic, key, partition, "offset");
    -- Live events that were not applied since a later one of their entity had been: no webhook is sent of them.
    CREATE TABLE control.skipped_event (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      "offset" bigint NOT NULL,
      PRIMARY KEY (read_schema, topic, partition, "offset")
    );
    -- What was parked in the last minute and among how many events, so that a restart begins no new minute.
    CREATE TABLE control.park_count (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      events bigint NOT NULL,
      failed integer NOT NULL
    );
    CREATE INDEX park_count_at ON control.park_count (read_schema, at);
    -- Where projectors halted: until the position has passed 'upto', nothing of the read schema is parked.
    CREATE TABLE control.projector_halt (
      read_schema text NOT NULL REFERENCES control.read_schema ON DELETE CASCADE,
      topic text NOT NULL,
      partition integer NOT NULL,
      upto bigint NOT NULL,
      message text NOT NULL,
      halted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- somebody decided that what cannot be applied there is parked after all
      allowed_at timestamptz,
      PRIMARY KEY (read_schema, topic, partition)
    );

    -- What projectors stand before and neither apply nor park: an event of a newer version, a registry that is away. It
    -- counts until the position has passed it.
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

    -- What each process of a service last said of its readiness, by the time of this database (runtime/health/heartbeats.ts).
    CREATE TABLE control.heartbeat (
      service text NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL,
      beat_at timestamptz NOT NULL,
      -- without a newer beat for so long it counts as dead or frozen
      silent_ms integer NOT NULL,
      status text NOT NULL,
      checks json NOT NULL,
      PRIMARY KEY (service, host, pid)
    ) WITH (fillfactor = 50);

    -- Registry ids by fingerprint of the schema file, so that the log stays readable while the registry is away.
    -- 'version' is ours (bill.action.v2), not the registry's count of revisions of a subject.
    CREATE TABLE control.schema_id (
      registry_id integer NOT NULL,
      subject text NOT NULL,
      version integer NOT NULL,
      fingerprint text NOT NULL,
      -- the newest id of a fingerprint is the one that producers write
      registered_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (subject, version, registry_id)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA control CASCADE')
}
