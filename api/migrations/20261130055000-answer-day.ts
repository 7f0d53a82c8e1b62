import type { Knex } from 'knex'

/** Tokens of the model that answers to questions of an account used, by day (UTC). No row has a question or an answer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.answer_day (
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      day date NOT NULL,
      tokens bigint NOT NULL CHECK (tokens >= 0),
      PRIMARY KEY (account_id, day)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account.answer_day')
}
