import type { Knex } from 'knex'

/** Text that bills share with models and with each other. All of it can be dropped at any time: it is derived again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was learned from the corpus. A generation never changes; the highest number is in use.
    CREATE TABLE derive.copycat_generation (
      number integer PRIMARY KEY,
      -- its content in the object store
      object_sha256 text NOT NULL,
      -- texts that it was learned from
      documents integer NOT NULL,
      learned_at timestamptz NOT NULL DEFAULT now()
    );

    -- Bills whose text was compared.
    CREATE TABLE derive.compared_bill (
      -- id of the entity
      bill_id bigint PRIMARY KEY,
      -- names of the stored text; null if the bill has none
      text jsonb,
      -- versions of method, generation and models: another one compares the bill again; empty: in the index, not compared
      basis text NOT NULL,
      -- hashes of some stretches of six words of the text, in ascending order
      shingles integer[] NOT NULL,
      -- why the text could not be read
      failure text
    );

    -- The same hashes, by which bills with the same passages find each other.
    CREATE TABLE derive.bill_shingle (
      hash integer NOT NULL,
      bill_id bigint NOT NULL,
      PRIMARY KEY (hash, bill_id)
    );

    -- What a bill shares with a model or with another bill. Two bills have two rows.
    CREATE TABLE derive.shared_text (
      bill_id bigint NOT NULL,
      -- model, bill
      source text NOT NULL,
      -- id of the entity
      other_id bigint NOT NULL,
      matched_words integer NOT NULL,
      -- further models that have the same passages
      family bigint[] NOT NULL DEFAULT '{}',
      shared json NOT NULL,
      PRIMARY KEY (bill_id, source, other_id)
    );
    CREATE INDEX shared_text_other ON derive.shared_text (other_id) WHERE source = 'bill';

    -- How far the bills of a read schema are compared.
    CREATE TABLE derive.copycat_position (
      read_schema text PRIMARY KEY,
      -- the last bill that is done, in the order of the change index
      updated_at timestamptz NOT NULL,
      seq bigint NOT NULL,
      id bigint NOT NULL,
      -- feed epoch, and versions of method, generation and models: another one compares all bills again
      basis text NOT NULL,
      -- models that bills are compared with
      models integer NOT NULL
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'DROP TABLE derive.copycat_generation, derive.compared_bill, derive.bill_shingle, derive.shared_text, derive.copycat_position',
  )
}
