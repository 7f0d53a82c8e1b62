import type { Knex } from 'knex'

/** Results that are derived from content. They can be dropped at any time: they are derived again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA derive;

    -- A result of a method. It depends on nothing but its key and the version of the method.
    CREATE TABLE derive.result (
      -- sections, diff, changes, summary, explanation
      kind text NOT NULL,
      -- SHA-256 of the hashes of the texts and of the facts that it was derived from
      key bytea NOT NULL,
      method_version integer NOT NULL,
      -- compressed JSON: a small one is here, a large one is in the object store under this name
      packed bytea,
      object_sha256 text,
      -- of the JSON
      bytes integer NOT NULL,
      -- the counts of a diff, which lists show without reading it
      stats jsonb,
      derived_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, key),
      CHECK ((packed IS NULL) <> (object_sha256 IS NULL))
    );
    -- It is compressed already.
    ALTER TABLE derive.result ALTER COLUMN packed SET STORAGE EXTERNAL;

    -- The summary of a bill that lists show. Its row is replaced if the content of the bill or the method changes.
    CREATE TABLE derive.bill_summary (
      -- id of the entity
      bill_id bigint PRIMARY KEY,
      -- of the facts and of the text that it was derived from
      source_sha256 text NOT NULL,
      text text NOT NULL,
      meta jsonb NOT NULL,
      -- official, extractive, title
      method text NOT NULL,
      method_version integer NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- How far the derive service has followed the bills of a read schema, in the order of their change index.
    CREATE TABLE derive.position (
      read_schema text PRIMARY KEY,
      -- the last bill that is done
      updated_at timestamptz NOT NULL,
      seq bigint NOT NULL,
      id bigint NOT NULL,
      -- the versions of all methods and the feed epoch: the service starts again if they change
      basis text NOT NULL,
      moved_at timestamptz NOT NULL DEFAULT now()
    );

    -- Results of a bill that could not be derived.
    CREATE TABLE derive.failed_result (
      bill_id bigint NOT NULL,
      kind text NOT NULL,
      key bytea NOT NULL,
      method_version integer NOT NULL,
      reason text NOT NULL,
      tries integer NOT NULL DEFAULT 1,
      first_failed_at timestamptz NOT NULL DEFAULT now(),
      retry_at timestamptz NOT NULL,
      PRIMARY KEY (bill_id, kind, key)
    );
    CREATE INDEX failed_result_retry ON derive.failed_result (retry_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA derive CASCADE')
}
