import type { Knex } from 'knex'

/** Operational state of `control`: how fresh and complete the sources are, how long events take to arrive, which sessions are over. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How fresh the sources are. Ingest writes it at the end of each run. Operational state: it is not in the log, and the next
    -- run of each source restores it (runtime/freshness/source-freshness.ts).
    CREATE TABLE control.source (
      source text PRIMARY KEY,
      -- how often it is fetched; null if it only comes as files
      interval_s integer,
      -- the last run that has ended: done, failed, stopped, lost
      last_run_id text,
      last_status text,
      last_started_at timestamptz,
      last_ended_at timestamptz,
      last_error text,
      last_success_at timestamptz,
      -- only of fetches: reading files does not make a feed less late
      first_fetch_at timestamptz,
      last_fetch_success_at timestamptz,
      -- fetches in a row that failed or were lost
      fetch_failures integer NOT NULL DEFAULT 0,
      -- by reason
      quarantined json NOT NULL DEFAULT '{}'
    );
    CREATE TABLE control.source_freshness (
      source text NOT NULL,
      jurisdiction text NOT NULL,
      -- the last run that reported anything of the jurisdiction, the last such run that succeeded, the last that changed anything
      last_seen_at timestamptz,
      last_success_at timestamptz,
      last_change_at timestamptz,
      -- stored entities of the source, by type
      entities json NOT NULL DEFAULT '{}',
      quarantined json NOT NULL DEFAULT '{}',
      PRIMARY KEY (jurisdiction, source)
    );
    -- Runs and events of a source per week, which begins on a Monday, UTC. First and bulk loads are left out.
    CREATE TABLE control.source_week (
      source text NOT NULL,
      week date NOT NULL,
      -- runs that succeeded
      runs integer NOT NULL,
      events bigint NOT NULL,
      PRIMARY KEY (source, week)
    );
    -- Printed names, and how many of them match no person.
    CREATE TABLE control.name_matching (
      jurisdiction text PRIMARY KEY,
      voters integer NOT NULL,
      unmatched_voters integer NOT NULL,
      sponsors integer NOT NULL,
      unmatched_sponsors integer NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    -- Bills of one session that share a number series: HB 1, HB 2 …
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

    -- Sessions with bills: on which day they end, and the day of the last action. Days are text, YYYY-MM-DD.
    CREATE TABLE control.session_end (
      jurisdiction text NOT NULL,
      session text NOT NULL,
      -- null if no source says it, or if a source says that the session continues
      ends_on text COLLATE "C",
      -- true if the source says so
      is_inactive boolean NOT NULL DEFAULT false,
      closed_on text COLLATE "C",
      last_action_on text COLLATE "C",
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (jurisdiction, session)
    );

    -- How long live events took from their record until readers of changes saw them ('api') or a receiver answered ('webhook'):
    -- counts per jurisdiction and day (UTC) by the classes of runtime/delays/delay-classes.ts. Operational state.
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
