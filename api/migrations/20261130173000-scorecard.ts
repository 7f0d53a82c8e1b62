import type { Knex } from 'knex'

/**
 * Scorecards of accounts. Only accounts write this table, so every backup needs it. Rows that were removed stay for a time
 * as tombstones for readers of changes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.scorecard (
      -- from the sequence of all entities, so that a published one keeps its id
      id bigint PRIMARY KEY DEFAULT nextval('ingest.entity_id'),
      ocd_id text NOT NULL UNIQUE,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      title text NOT NULL,
      -- the member scorecard of scorecard.published
      definition json NOT NULL,
      -- never published
      note text NOT NULL DEFAULT '',
      -- when it was last handed to ingest; null: private
      published_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE INDEX scorecard_account ON account.scorecard (account_id, id);
    CREATE INDEX scorecard_changes ON account.scorecard (account_id, updated_at, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account.scorecard')
}
