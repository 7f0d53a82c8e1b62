import type { Knex } from 'knex'

/** Who may call the API. A token is shown once; only its hash is held, with enough of it to recognise it by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA account;

    CREATE TABLE account.account (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE,
      tier text NOT NULL CHECK (tier IN ('free', 'developer', 'business', 'enterprise')),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE account.token (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      sha256 bytea NOT NULL UNIQUE,
      shown text NOT NULL,
      scopes text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz
    );
    CREATE INDEX token_account ON account.token (account_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA account CASCADE')
}
