import type { Knex } from 'knex'

/** What was fetched from publishers, and how far each fetch is. The bytes are in the object store. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row for each response whose bytes differ from the previous response of its address.
    CREATE TABLE ingest.fetched (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      name text NOT NULL,
      -- without the API key
      url text NOT NULL,
      sha256 text NOT NULL,
      media_type text NOT NULL,
      bytes bigint NOT NULL,
      fetched_at timestamptz NOT NULL,
      etag text,
      last_modified text,
      run_id text NOT NULL,
      -- the parser gets it; false for the pages of a listing
      is_document boolean NOT NULL DEFAULT false,
      -- set when a run that read it, or that followed the listing to its end, has succeeded
      observed_at timestamptz,
      observed_run_id text
    );
    -- an address may be too long for an index
    CREATE INDEX fetched_url ON ingest.fetched (source, md5(url), id);
    CREATE INDEX fetched_document ON ingest.fetched (source, id) WHERE is_document;
    CREATE INDEX fetched_unobserved ON ingest.fetched (source, id) WHERE observed_at IS NULL;

    -- Where an unfinished fetch resumes if it is started again for the same span of time.
    CREATE TABLE ingest.feed_cursor (
      source text NOT NULL,
      -- since and until as requested
      span text NOT NULL,
      -- when the first of the resumed runs started
      started_at timestamptz NOT NULL,
      cursor json NOT NULL,
      saved_at timestamptz NOT NULL,
      PRIMARY KEY (source, span)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE ingest.feed_cursor; DROP TABLE ingest.fetched')
}
