import type { Knex } from 'knex'

/** The state of ingest: identities, what sources last said, the current content of entities, the outbox, runs and quarantine. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA ingest;
    CREATE SEQUENCE ingest.entity_id AS bigint;

    -- Minted once, never changed: a rename adds a row with another natural_key and the same id.
    CREATE TABLE ingest.entity (
      id bigint PRIMARY KEY,
      ocd_id text NOT NULL UNIQUE,
      entity_type text NOT NULL,
      kafka_key text NOT NULL,
      sequence bigint NOT NULL DEFAULT 0,
      minted_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX entity_votes ON ingest.entity (kafka_key) WHERE entity_type = 'vote';
    CREATE TABLE ingest.identity (
      entity_type text NOT NULL,
      natural_key text COLLATE "C" NOT NULL,
      -- the key that several entities of one listing share; for the first of them it equals natural_key
      base_key text COLLATE "C" NOT NULL,
      entity_id bigint NOT NULL REFERENCES ingest.entity,
      -- the entity that this key named before that entity was merged into this one (ingest.merged)
      merged_from bigint REFERENCES ingest.entity,
      PRIMARY KEY (entity_type, natural_key)
    );
    CREATE INDEX identity_variants ON ingest.identity (entity_type, base_key) WHERE natural_key <> base_key;
    CREATE INDEX identity_entity ON ingest.identity (entity_id);

    -- A loser keeps its row in ingest.entity, so that its public id redirects forever.
    CREATE TABLE ingest.merged (
      loser_id bigint PRIMARY KEY REFERENCES ingest.entity,
      winner_id bigint NOT NULL REFERENCES ingest.entity,
      reason text NOT NULL,
      merged_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX merged_winner ON ingest.merged (winner_id);
    -- Pairs that an operator split: no source can merge them again.
    CREATE TABLE ingest.kept_separate (
      loser_id bigint NOT NULL REFERENCES ingest.entity,
      winner_id bigint NOT NULL REFERENCES ingest.entity,
      split_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (loser_id, winner_id)
    );
    -- Keys by which a source says that one entity is also another one. Nothing is guessed: an operator decides.
    CREATE TABLE ingest.identity_dispute (
      entity_type text NOT NULL,
      natural_key text COLLATE "C" NOT NULL,
      named_id bigint NOT NULL REFERENCES ingest.entity,
      claimed_by_id bigint NOT NULL REFERENCES ingest.entity,
      source text NOT NULL,
      record text NOT NULL,
      run_id text NOT NULL,
      first_seen_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (entity_type, natural_key, claimed_by_id)
    );

    -- Sessions whose bills must be emitted again, in the order of ids (ingest/corrections/sweep-sessions.ts).
    CREATE TABLE ingest.session_sweep (
      session_id bigint PRIMARY KEY REFERENCES ingest.entity,
      -- bills up to this id are done
      next_after bigint NOT NULL DEFAULT 0,
      -- the events are backfill, also if another process continues the sweep
      backfill boolean NOT NULL DEFAULT false,
      requested_at timestamptz NOT NULL DEFAULT now()
    );

    -- Ids of publishers, which resolve to ours.
    CREATE TABLE ingest.alias (
      scheme text NOT NULL,
      value text NOT NULL,
      entity_id bigint NOT NULL REFERENCES ingest.entity,
      merged_from bigint REFERENCES ingest.entity,
      PRIMARY KEY (scheme, value)
    );

    -- What each source last said about an entity, part by part: one row for each record of the source.
    CREATE TABLE ingest.snapshot (
      entity_id bigint NOT NULL REFERENCES ingest.entity,
      source text NOT NULL,
      record_key text COLLATE "C" NOT NULL DEFAULT '',
      -- of two records of one source, the one with the lower rank is believed, then the one with the lower key; only a merge sets
      -- a rank other than 0
      record_rank integer NOT NULL DEFAULT 0,
      jurisdiction text NOT NULL,
      observed_at timestamptz NOT NULL,
      -- observed_at of each part, if the source reports parts one by one
      part_observed_at json NOT NULL,
      schema_rank integer NOT NULL,
      mapper_version integer NOT NULL,
      run_id text NOT NULL,
      discriminator text,
      -- of the observation that the mapper returned: if it is equal, nothing has changed
      hash bytea NOT NULL,
      -- canonical; the parts of a bill that no source has introduced yet wait here
      parts json COMPRESSION lz4 NOT NULL,
      PRIMARY KEY (entity_id, source, record_key)
    );
    CREATE INDEX snapshot_jurisdiction ON ingest.snapshot (jurisdiction, source);
    -- The current content of an entity as the log has it, with the ids of its actions, sponsors and versions.
    CREATE TABLE ingest.stored_entity (
      entity_id bigint PRIMARY KEY REFERENCES ingest.entity,
      content json COMPRESSION lz4 NOT NULL
    );

    -- Last days for comments (ingest/closing/close-comment-periods.ts). closed_at is set if the event was emitted, or if the
    -- period was over when it was first seen.
    CREATE TABLE ingest.comment_deadline (
      entity_id bigint PRIMARY KEY REFERENCES ingest.entity,
      closes_on date NOT NULL,
      closed_at timestamptz
    );
    CREATE INDEX comment_deadline_open ON ingest.comment_deadline (entity_id) WHERE closed_at IS NULL;

    -- One row for each observation that changed something: its events in order (ingest/outbox/outbox-frame.ts).
    CREATE TABLE ingest.outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      topic text NOT NULL,
      partition integer NOT NULL,
      key text NOT NULL,
      event_count integer NOT NULL,
      events bytea COMPRESSION lz4 NOT NULL,
      -- set when a relay claims the row; every event has it as ce_recordedtime
      recorded_at timestamptz
    );
    CREATE INDEX outbox_partition ON ingest.outbox (topic, partition, id);

    CREATE TABLE ingest.run (
      id text PRIMARY KEY,
      source text NOT NULL,
      -- files, fetch, archive, or retry (of quarantined records)
      input_kind text NOT NULL,
      input text NOT NULL,
      mode text NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      -- when the run last renewed it
      heartbeat_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      -- running, done, failed, stopped (on request), lost (its process died)
      status text NOT NULL DEFAULT 'running',
      counts json NOT NULL DEFAULT '{}',
      error text,
      -- the requested span of a fetch, and where the next fetch starts; next_since is set only if this one left nothing out
      since timestamptz,
      until timestamptz,
      next_since timestamptz
    );
    CREATE INDEX run_source ON ingest.run (source, started_at);
    CREATE INDEX run_fetch ON ingest.run (source, started_at) WHERE input_kind = 'fetch';
    CREATE INDEX run_watermark ON ingest.run (source, started_at) WHERE next_since IS NOT NULL;
    CREATE INDEX run_running ON ingest.run (source) WHERE status = 'running';
    -- A source has one run at a time. A run locks its row FOR KEY SHARE in every transaction that writes. A process that takes
    -- the lease over sets another run_id, which is unique, so it waits for those transactions (ingest/run-context/source-lease.ts).
    CREATE TABLE ingest.source_lease (
      source text PRIMARY KEY,
      run_id text NOT NULL UNIQUE,
      host text NOT NULL,
      boot text NOT NULL,
      pid integer NOT NULL,
      expires_at timestamptz NOT NULL
    );
    -- Work that only the clock starts (ingest/schedule/timers.ts).
    CREATE TABLE ingest.timer (
      name text PRIMARY KEY,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      error text
    );
    -- A source is live for a jurisdiction after its first successful run there.
    CREATE TABLE ingest.source_jurisdiction (
      source text NOT NULL,
      jurisdiction text NOT NULL,
      live_since timestamptz,
      last_run_id text NOT NULL,
      counts json NOT NULL DEFAULT '{}',
      PRIMARY KEY (source, jurisdiction)
    );

    CREATE TABLE ingest.quarantine (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      record text NOT NULL,
      -- null if the record could not be read far enough to know it
      jurisdiction text,
      reason text NOT NULL,
      detail text NOT NULL,
      sha256 text NOT NULL,
      bytes bytea COMPRESSION lz4 NOT NULL,
      -- 'record': as the publisher wrote it; 'observation': as it was mapped, in JSON
      form text NOT NULL DEFAULT 'record',
      run_id text NOT NULL,
      first_seen_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      times_seen integer NOT NULL DEFAULT 1,
      UNIQUE (source, reason, sha256)
    );

    -- Bills whose texts were looked for: after which of their events, and when to look again (ingest/fetch/text-queue.ts).
    CREATE TABLE ingest.text_queue (
      entity_id bigint PRIMARY KEY REFERENCES ingest.entity,
      sequence bigint NOT NULL,
      due_at timestamptz
    );
    -- Addresses of texts that were requested. due_at is null if a document came.
    CREATE TABLE ingest.text_attempt (
      url text PRIMARY KEY,
      failures integer NOT NULL,
      asked_at timestamptz NOT NULL,
      due_at timestamptz,
      reason text
    );

    -- Printed names of sponsors and voters, and whether they are matched.
    CREATE TABLE ingest.printed_name (
      jurisdiction text NOT NULL,
      session text NOT NULL,
      chamber text NOT NULL,
      name text NOT NULL,
      first_seen_on date,
      -- seen in a roll call, so the person sat in that chamber; a sponsor may sit in the other one
      is_voter boolean NOT NULL,
      -- hints of the record in which the name was first seen
      district text,
      source_id text,
      -- null if the name must be matched, also after people of the jurisdiction changed
      matched_at timestamptz,
      -- true if exactly one person was found
      is_matched boolean NOT NULL DEFAULT false,
      PRIMARY KEY (jurisdiction, session, chamber, name)
    );
    CREATE INDEX printed_name_unmatched ON ingest.printed_name (jurisdiction) WHERE matched_at IS NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA ingest CASCADE')
}
