import type { Knex } from 'knex'

/** Bills and regulations that the texts of lobbying filings name. All of it can be dropped: it is found again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Bills of Congress by their numbers, and laws.
    CREATE TABLE derive.bill_mention (
      -- id of the entity
      filing_id bigint NOT NULL,
      -- place of the issue in the filing, from 0
      activity integer NOT NULL,
      -- of the words in the text of the issue, in UTF-16 units
      start_at integer NOT NULL,
      end_at integer NOT NULL,
      -- of the year of the filing, or as printed
      congress integer NOT NULL,
      -- HR 5122; of a law PL 109-58
      identifier text NOT NULL,
      -- as bills are found: HR5122
      identifier_key text NOT NULL,
      words text NOT NULL,
      -- the words around it
      quote text NOT NULL,
      PRIMARY KEY (filing_id, activity, start_at, identifier)
    );
    CREATE INDEX bill_mention_bill ON derive.bill_mention (identifier_key, congress, filing_id);

    CREATE TABLE derive.regulation_mention (
      filing_id bigint NOT NULL,
      activity integer NOT NULL,
      start_at integer NOT NULL,
      end_at integer NOT NULL,
      -- docket_id, rin, document_number, fr_citation
      scheme text NOT NULL,
      number text NOT NULL,
      words text NOT NULL,
      quote text NOT NULL,
      PRIMARY KEY (filing_id, activity, start_at, scheme)
    );
    CREATE INDEX regulation_mention_regulation ON derive.regulation_mention (scheme, number, filing_id);

    -- How far the filings of a read schema are read.
    CREATE TABLE derive.mention_position (
      read_schema text PRIMARY KEY,
      -- the last filing that is done, in the order of the change index
      updated_at timestamptz NOT NULL,
      seq bigint NOT NULL,
      id bigint NOT NULL,
      -- feed epoch and version of the grammar: another one reads all filings again
      basis text NOT NULL
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE derive.bill_mention, derive.regulation_mention, derive.mention_position')
}
