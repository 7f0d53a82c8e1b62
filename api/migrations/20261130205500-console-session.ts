import type { Knex } from 'knex'

/** Sign-ins of the console. A lost one costs its person another sign-in, so no backup needs it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.console_session (
      -- the id itself is only in the cookie
      id_sha256 bytea PRIMARY KEY,
      -- it ends with the token that it stands for
      token_id bigint NOT NULL REFERENCES account.token ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      used_at timestamptz NOT NULL
    );
    CREATE INDEX console_session_token ON account.console_session (token_id);
    CREATE INDEX console_session_used ON account.console_session (used_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account.console_session')
}
