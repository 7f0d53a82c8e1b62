import type { Knex } from 'knex'

/**
 * The words of a text by number and the impact of each; null for texts that were indexed before. And how many rows of a table have each word, counted now and then: a word that few bills have weighs more in a ranking. A
 * count is numbered and replaced as a whole; earlier ones stay for a day, because cursors name them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE search.text ADD COLUMN terms bigint[], ADD COLUMN impacts integer[];

    CREATE TABLE search.word_count (
      number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- a table of the read schemas, such as bill_words, or text for search.text
      counted_table text NOT NULL,
      is_live boolean NOT NULL,
      -- all rows, and those of them that were read
      rows bigint NOT NULL,
      sampled bigint NOT NULL,
      -- the size of the table, which says when to count again
      bytes bigint NOT NULL,
      counted_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX word_count_live_idx ON search.word_count (counted_table) WHERE is_live;

    -- Rows of the sample with a word or a filter, and those whose impact reaches each tier.
    CREATE TABLE search.word_frequency (
      count_number integer NOT NULL REFERENCES search.word_count ON DELETE CASCADE,
      word text COLLATE "C" NOT NULL,
      rows integer NOT NULL,
      tiers integer[] NOT NULL,
      PRIMARY KEY (count_number, word)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE search.word_frequency; DROP TABLE search.word_count;
    ALTER TABLE search.text DROP COLUMN terms, DROP COLUMN impacts
  `)
}
