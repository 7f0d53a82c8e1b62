import type { Knex } from 'knex'

/**
 * The words of the texts of bills, by the SHA-256 of the plain text in the object store. A row is written once and never
 * changed: a rebuild and a rollback leave it alone. `legislog search fill` writes all of it again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA search;

    CREATE TABLE search.text (
      sha256 text PRIMARY KEY,
      words tsvector NOT NULL,
      -- the length of the text, and of its beginning from which the words were taken
      characters integer NOT NULL,
      indexed_characters integer NOT NULL,
      indexed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX text_words_idx ON search.text USING gin (words);

    -- Texts that could not be read or indexed, and when to try again.
    CREATE TABLE search.failed_text (
      sha256 text PRIMARY KEY,
      reason text NOT NULL,
      tries integer NOT NULL DEFAULT 1,
      retry_at timestamptz NOT NULL,
      first_failed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX failed_text_retry_at_idx ON search.failed_text (retry_at);

    -- The last change of a read schema up to which its texts are indexed.
    CREATE TABLE search.progress (
      read_schema text PRIMARY KEY,
      through timestamptz NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA search CASCADE')
}
