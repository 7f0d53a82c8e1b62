import type { Knex } from 'knex'

/**
 * Widgets: parts of an account's data that its own sites show. Only hashes of their tokens are stored. Deleted rows stay,
 * without settings, as tombstones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.widget (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      type text NOT NULL,
      name text NOT NULL,
      -- sites that may embed it
      origins text[] NOT NULL,
      shows json NOT NULL,
      columns text[] NOT NULL,
      row_limit integer NOT NULL CHECK (row_limit > 0),
      theme json NOT NULL,
      -- daily_cap and use_credits of find-your-rep
      lookups json,
      -- heading, consent_text and questions of the form to sign up
      leads json,
      -- signs the forms that visitors send back
      form_key bytea NOT NULL,
      sha256 bytea NOT NULL UNIQUE,
      shown text NOT NULL,
      -- the token before the last rotation, until its end
      former_sha256 bytea UNIQUE,
      former_ends_at timestamptz,
      rotated_at timestamptz,
      revoked_at timestamptz,
      removed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX widget_account ON account.widget (account_id, id);
    CREATE INDEX widget_changes ON account.widget (account_id, updated_at, id);

    -- A day (UTC) of a widget: its lookups that matched or are under way, and its sign-ups.
    CREATE TABLE account.widget_day (
      widget_id bigint NOT NULL REFERENCES account.widget ON DELETE CASCADE,
      day date NOT NULL,
      lookups bigint NOT NULL DEFAULT 0 CHECK (lookups >= 0),
      sign_ups bigint NOT NULL DEFAULT 0 CHECK (sign_ups >= 0),
      PRIMARY KEY (widget_id, day)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account.widget_day; DROP TABLE account.widget')
}
