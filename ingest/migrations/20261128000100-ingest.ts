import type { Knex } from 'knex'

/** What ingest must remember: who is who, what was last seen and said, what waits to be published, what failed. */
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
      -- the key that several entities of one listing share; equal to natural_key for the first of them
      base_key text COLLATE "C" NOT NULL,
      entity_id bigint NOT NULL REFERENCES ingest.entity,
      -- the entity that this key named before that was merged into this one (ingest.merged)
      merged_from bigint REFERENCES ingest.entity,
      PRIMARY KEY (entity_type, natural_key)
    );
    CREATE INDEX identity_variants ON ingest.identity (entity_type, base_key) WHERE natural_key <> base_key;
    CREATE INDEX identity_entity ON ingest.identity (entity_id);

    -- a loser keeps its row in ingest.entity, so that its public id redirects for ever
    CREATE TABLE ingest.merged (
      loser_id bigint PRIMARY KEY REFERENCES ingest.entity,
      winner_id bigint NOT NULL REFERENCES ingest.entity,
      reason text NOT NULL,
      merged_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX merged_winner ON ingest.merged (winner_id);
    -- an operator split these: no word of a source merges them again
    CREATE TABLE ingest.kept_separate (
      loser_id bigint NOT NULL REFERENCES ingest.entity,
      winner_id bigint NOT NULL REFERENCES ingest.entity,
      split_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (loser_id, winner_id)
    );
    -- keys by which a source says that an entity is also another one: nothing is guessed, somebody has to look
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

    -- sessions of which their bills have yet to be told again, in the order of ids (ingest/corrections/sweep-sessions.ts)
    CREATE TABLE ingest.session_sweep (
      session_id bigint PRIMARY KEY REFERENCES ingest.entity,
      -- bills up to this id have been told
      next_after bigint NOT NULL DEFAULT 0,
      -- told as old news, whoever goes on with it
      backfill boolean NOT NULL DEFAULT false,
      requested_at timestamptz NOT NULL DEFAULT now()
    );

    -- ids of the sources, which resolve to ours
    CREATE TABLE ingest.alias (
      scheme text NOT NULL,
      value text NOT NULL,
      entity_id bigint NOT NULL REFERENCES ingest.entity,
      merged_from bigint REFERENCES ingest.entity,
      PRIMARY KEY (scheme, value)
    );

    -- what each source last said of an entity, part by part; in several records where it has several
    CREATE TABLE ingest.snapshot (
      entity_id bigint NOT NULL REFERENCES ingest.entity,
      source text NOT NULL,
      record_key text COLLATE "C" NOT NULL DEFAULT '',
      -- of two records of one source the lower one is believed, before their keys: only merges give another than 0
      record_rank integer NOT NULL DEFAULT 0,
      jurisdiction text NOT NULL,
      observed_at timestamptz NOT NULL,
      -- observed_at of each part, where a source tells them one by one
      part_observed_at json NOT NULL,
      schema_rank integer NOT NULL,
      mapper_version integer NOT NULL,
      run_id text NOT NULL,
      discriminator text,
      -- of the observation as the source's mapper gave it: equal means that nothing can have changed
      hash bytea NOT NULL,
      -- canonical; a part of a bill that nobody has introduced yet waits here
      parts json COMPRESSION lz4 NOT NULL,
      PRIMARY KEY (entity_id, source, record_key)
    );
    CREATE INDEX snapshot_jurisdiction ON ingest.snapshot (jurisdiction, source);
    -- what the log was last told of an entity, with the ids given to its actions, sponsors, versions
    CREATE TABLE ingest.stored_entity (
      entity_id bigint PRIMARY KEY REFERENCES ingest.entity,
      content json COMPRESSION lz4 NOT NULL
    );

    -- last days for comments (ingest/closing/close-comment-periods.ts); closed_at: told, or over when it was first heard of
    CREATE TABLE ingest.comment_deadline (
      entity_id bigint PRIMARY KEY REFERENCES ingest.entity,
      closes_on date NOT NULL,
      closed_at timestamptz
    );
    CREATE INDEX comment_deadline_open ON ingest.comment_deadline (entity_id) WHERE closed_at IS NULL;

    -- one row an observation that changed something: its events in order (ingest/outbox/outbox-frame.ts)
    CREATE TABLE ingest.outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      topic text NOT NULL,
      partition integer NOT NULL,
      key text NOT NULL,
      event_count integer NOT NULL,
      events bytea COMPRESSION lz4 NOT NULL,
      -- set when a relay claims the row; stands in every event as ce_recordedtime
      recorded_at timestamptz
    );
    CREATE INDEX outbox_partition ON ingest.outbox (topic, partition, id);

    CREATE TABLE ingest.run (
      id text PRIMARY KEY,
      source text NOT NULL,
      -- files, fetch, archive, or retry of what was quarantined
      input_kind text NOT NULL,
      input text NOT NULL,
      mode text NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      -- last sign of life, while it runs
      heartbeat_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      -- running, done, failed, stopped (asked to end), lost (its process ended without a word)
      status text NOT NULL DEFAULT 'running',
      counts json NOT NULL DEFAULT '{}',
      error text,
      -- what a fetch was asked for, and where the next one starts: only set where this one left nothing out
      since timestamptz,
      until timestamptz,
      next_since timestamptz
    );
    CREATE INDEX run_source ON ingest.run (source, started_at);
    CREATE INDEX run_fetch ON ingest.run (source, started_at) WHERE input_kind = 'fetch';
    CREATE INDEX run_watermark ON ingest.run (source, started_at) WHERE next_since IS NOT NULL;
    CREATE INDEX run_running ON ingest.run (source) WHERE status = 'running';
    -- One run at a time of a source. A run holds its row FOR KEY SHARE in every transaction that writes; who takes the
    -- lease over gives the row another run_id, which is unique and so waits for those (ingest/run-context/source-lease.ts).
    CREATE TABLE ingest.source_lease (
      source text PRIMARY KEY,
      run_id text NOT NULL UNIQUE,
      host text NOT NULL,
      boot text NOT NULL,
      pid integer NOT NULL,
      expires_at timestamptz NOT NULL
    );
    -- work that is due by the clock alone (ingest/schedule/timers.ts)
    CREATE TABLE ingest.timer (
      name text PRIMARY KEY,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      error text
    );
    -- a source is live for a jurisdiction from its first run there that ended well
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
      -- null where the record could not even be read so far
      jurisdiction text,
      reason text NOT NULL,
      detail text NOT NULL,
      sha256 text NOT NULL,
      bytes bytea COMPRESSION lz4 NOT NULL,
      -- 'record': as the source wrote it; 'observation': as it was mapped, JSON
      form text NOT NULL DEFAULT 'record',
      run_id text NOT NULL,
      first_seen_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      times_seen integer NOT NULL DEFAULT 1,
      UNIQUE (source, reason, sha256)
    );

    -- bills whose texts were looked for: as of which of their events, and when again (ingest/fetch/text-queue.ts)
    CREATE TABLE ingest.text_queue (
      entity_id bigint PRIMARY KEY REFERENCES ingest.entity,
      sequence bigint NOT NULL,
      due_at timestamptz
    );
    -- addresses of texts that were asked for; due_at is null where a document came
    CREATE TABLE ingest.text_attempt (
      url text PRIMARY KEY,
      failures integer NOT NULL,
      asked_at timestamptz NOT NULL,
      due_at timestamptz,
      reason text
    );

    -- printed names of sponsors and voters, and what they were last matched to
    CREATE TABLE ingest.printed_name (
      jurisdiction text NOT NULL,
      session text NOT NULL,
      chamber text NOT NULL,
      name text NOT NULL,
      first_seen_on date,
      -- seen in a roll call: whoever it is sat in that chamber; a sponsor may sit in the other one
      is_voter boolean NOT NULL,
      -- hints of the record in which the name was first seen
      district text,
      source_id text,
      -- null: to be matched, again where people of the jurisdiction changed
      matched_at timestamptz,
      -- somebody was found, or nobody, or too many
      is_matched boolean NOT NULL DEFAULT false,
      PRIMARY KEY (jurisdiction, session, chamber, name)
    );
    CREATE INDEX printed_name_unmatched ON ingest.printed_name (jurisdiction) WHERE matched_at IS NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA ingest CASCADE')
}
