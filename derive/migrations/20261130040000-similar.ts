import type { Knex } from 'knex'

/** What similar bills are found by. All of it can be dropped at any time: it is made again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Vectors of texts. They depend on nothing but the text and the embedder.
    CREATE TABLE derive.vector (
      -- names the model and its version
      embedder text NOT NULL,
      -- SHA-256 of the text
      key bytea NOT NULL,
      -- a signed byte for each number
      codes bytea NOT NULL,
      PRIMARY KEY (embedder, key)
    );

    -- What a bill is compared by.
    CREATE TABLE derive.similar_bill (
      -- id of the entity
      bill_id bigint PRIMARY KEY,
      jurisdiction text NOT NULL,
      -- of the facts of the bill that the row was made from
      content_sha256 bytea NOT NULL,
      -- a ceremonial resolution, or a bill whose content is to come
      is_thin boolean NOT NULL,
      -- the words that weigh most, heaviest first
      terms text[] NOT NULL,
      weights smallint[] NOT NULL,
      -- of the vector of its text; null without a model
      vector_key bytea
    );

    -- The signs of the vector of a bill, by which the bills near to a question are found. Narrow, because all rows are read.
    CREATE TABLE derive.bill_vector (
      bill_id bigint PRIMARY KEY,
      key bytea NOT NULL,
      signs bit varying NOT NULL,
      is_thin boolean NOT NULL
    );

    -- The bills that are most similar to a bill, in other jurisdictions and in its own, best first. Scores and cosines are
    -- times 10,000; cosines are null without a model.
    CREATE TABLE derive.similar_list (
      bill_id bigint PRIMARY KEY,
      other_ids bigint[] NOT NULL,
      other_scores smallint[] NOT NULL,
      other_cosines smallint[] NOT NULL,
      same_ids bigint[] NOT NULL,
      same_scores smallint[] NOT NULL,
      same_cosines smallint[] NOT NULL
    );

    -- How far the lists are made. One row.
    CREATE TABLE derive.similar_position (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      -- the method, the embedder and the feed epoch: everything is made again if they change
      basis text NOT NULL,
      -- null: words alone
      embedder text,
      read_schema text NOT NULL,
      -- the last bill of the change index that is done
      updated_at timestamptz NOT NULL,
      seq bigint NOT NULL,
      id bigint NOT NULL,
      -- bills: the first pass over all bills; lists: the first list of each; following: lists follow the changes
      phase text NOT NULL CHECK (phase IN ('bills', 'lists', 'following')),
      moved_at timestamptz NOT NULL DEFAULT now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'DROP TABLE derive.vector, derive.similar_bill, derive.bill_vector, derive.similar_list, derive.similar_position',
  )
}
