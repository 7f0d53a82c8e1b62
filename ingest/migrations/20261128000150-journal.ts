import type { Knex } from 'knex'

/** The journal: what was relayed lately, so that it can be put back into a log that lost it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Batches as a relay sent them, kept for a limited time: they are put back into a log that lost them (ingest/journal).
    CREATE TABLE ingest.journal (
      topic text NOT NULL,
      partition integer NOT NULL,
      first_offset bigint NOT NULL,
      end_offset bigint NOT NULL,
      -- ce_id of its last event
      last_id text NOT NULL,
      batch bytea NOT NULL,
      relayed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (topic, partition, first_offset)
    );
    -- it is compressed already
    ALTER TABLE ingest.journal ALTER batch SET STORAGE EXTERNAL;
    CREATE INDEX journal_relayed_at ON ingest.journal (relayed_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE ingest.journal')
}
