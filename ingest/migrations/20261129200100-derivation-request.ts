import type { Knex } from 'knex'

/** What derive/ hands to ingest: only ingest mints ids and sequences (ingest/derivations/). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Taken in the order of ids, then deleted: the event has the content. A refused request is in ingest.quarantine.
    CREATE TABLE ingest.derivation_request (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      bill_ocd_id text NOT NULL,
      -- the member derivation of derivation.recorded, or {kind, language, removed: reason}; json keeps the bytes
      body json NOT NULL,
      requested_at timestamptz NOT NULL DEFAULT now()
    );
    -- derivations have the key of their bill
    CREATE INDEX entity_derivations ON ingest.entity (kafka_key) WHERE entity_type = 'derivation';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX ingest.entity_derivations; DROP TABLE ingest.derivation_request')
}
