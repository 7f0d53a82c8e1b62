import type { Knex } from 'knex'

/** How fresh and how complete the sources are, how long news takes, and which sessions are over: operational state of `control`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How fresh the sources are, as ingest leaves it at the end of each run. Operational state: not in the log, lost with
    -- the database, right again after the next run of each source (runtime/freshness/source-freshness.ts).
    CREATE TABLE control.source (
      source text PRIMARY KEY,
      -- how often it is asked; null where it only comes as files
      interval_s integer,
      -- the last attempt that has ended: done, failed, stopped, lost
      last_run_id text,
      last_status text,
      last_started_at timestamptz,
      last_ended_at timestamptz,
      last_error text,
      last_success_at timestamptz,
      -- of its address alone: what files say does not make a feed less late
      first_fetch_at timestamptz,
      last_fetch_success_at timestamptz,
      -- attempts in a row that failed or were lost, of its address
      fetch_failures integer NOT NULL DEFAULT 0,
      -- by reason
      quarantined json NOT NULL DEFAULT '{}'
    );
    CREATE TABLE control.source_freshness (
      source text NOT NULL,
      jurisdiction text NOT NULL,
      -- the last run that said anything of it, that ended well after it had, that changed anything
      last_seen_at timestamptz,
      last_success_at timestamptz,
      last_change_at timestamptz,
      -- held of the source, by kind
      entities json NOT NULL DEFAULT '{}',
      quarantined json NOT NULL DEFAULT '{}',
      PRIMARY KEY (jurisdiction, source)
    );
    -- what a source had to say in a week, which begins on a Monday, UTC; first and bulk loads are not in it
    CREATE TABLE control.source_week (
      source text NOT NULL,
      week date NOT NULL,
      -- that ended well
      runs integer NOT NULL,
      events bigint NOT NULL,
      PRIMARY KEY (source, week)
    );
    -- printed names, and how many of them nobody is known by
    CREATE TABLE control.name_matching (
      jurisdiction text PRIMARY KEY,
      voters integer NOT NULL,
      unmatched_voters integer NOT NULL,
      sponsors integer NOT NULL,
      unmatched_sponsors integer NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    -- bills of one session that are numbered together: HB 1, HB 2 …
    CREATE TABLE control.identifier_series (
      jurisdiction text NOT NULL,
      session text NOT NULL,
      prefix text NOT NULL,
      present integer NOT NULL,
      lowest bigint NOT NULL,
      highest bigint NOT NULL,
      missing bigint NOT NULL,
      first_missing bigint[] NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (jurisdiction, session, prefix)
    );

    -- Sessions with bills: by which day they are over, and when something last happened; days as text, YYYY-MM-DD.
    CREATE TABLE control.session_end (
      jurisdiction text NOT NULL,
      session text NOT NULL,
      -- null: nothing says it, or somebody says that it goes on
      ends_on text COLLATE "C",
      -- its source says so
      is_inactive boolean NOT NULL DEFAULT false,
      closed_on text COLLATE "C",
      last_action_on text COLLATE "C",
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (jurisdiction, session)
    );

    -- How long it took from the record of live events until readers of changes saw them ('api'), and until a receiver had
    -- answered ('webhook'): how many of a place on a day (UTC) by the classes of runtime/delays/delay-classes.ts. Operational state.
    CREATE TABLE control.delay_count (
      jurisdiction text COLLATE "C" NOT NULL,
      target text NOT NULL CHECK (target IN ('api', 'webhook')),
      day date NOT NULL,
      counts bigint[] NOT NULL,
      PRIMARY KEY (jurisdiction, target, day)
    ) WITH (fillfactor = 50);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'DROP TABLE control.source, control.source_freshness, control.source_week, control.name_matching, control.identifier_series, control.session_end, control.delay_count',
  )
}
