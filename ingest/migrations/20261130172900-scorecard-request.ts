import type { Knex } from 'knex'

/** What accounts hand to ingest when they publish a scorecard: only ingest writes events (ingest/scorecards/). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Taken in the order of ids, then deleted: the event has the content. A refused request is in ingest.quarantine.
    CREATE TABLE ingest.scorecard_request (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      scorecard_id bigint NOT NULL,
      ocd_id text NOT NULL,
      -- {scorecard} as in scorecard.published, or {removed: reason}; json keeps the bytes
      body json NOT NULL,
      requested_at timestamptz NOT NULL DEFAULT now()
    )
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE ingest.scorecard_request')
}
