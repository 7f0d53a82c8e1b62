import type { Knex } from 'knex'

/** What was fetched from publishers, and how far a fetch has come. The bytes lie in the object store. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- one row an answer whose bytes differ from the last one of its address
    CREATE TABLE ingest.fetched (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      name text NOT NULL,
      -- without the key
      url text NOT NULL,
      sha256 text NOT NULL,
      media_type text NOT NULL,
      bytes bigint NOT NULL,
      fetched_at timestamptz NOT NULL,
      etag text,
      last_modified text,
      run_id text NOT NULL,
      -- given to the parser; a page of a listing never is
      is_document boolean NOT NULL DEFAULT false,
      -- set when a run that read it, or that followed the listing to its end, has ended well
      observed_at timestamptz,
      observed_run_id text
    );
    -- addresses may be longer than an index takes
    CREATE INDEX fetched_url ON ingest.fetched (source, md5(url), id);
    CREATE INDEX fetched_document ON ingest.fetched (source, id) WHERE is_document;
    CREATE INDEX fetched_unobserved ON ingest.fetched (source, id) WHERE observed_at IS NULL;

    -- where a fetch that did not end well goes on, if it is asked for the same span of time
    CREATE TABLE ingest.feed_cursor (
      source text NOT NULL,
      -- since and until as they were given
      span text NOT NULL,
      -- of the first of the runs that this one resumes
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
