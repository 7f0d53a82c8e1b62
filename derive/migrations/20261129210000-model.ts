import type { Knex } from 'knex'

/** What an optional model is asked about, and its answers. If they are dropped, the model is asked again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A kind of text about a bill that the model writes.
    CREATE TABLE derive.model_work (
      -- id of the entity
      bill_id bigint NOT NULL,
      -- summary, explanation
      kind text NOT NULL,
      bill_ocd_id text NOT NULL,
      version_id text NOT NULL,
      -- names of the stored text of this version
      text jsonb NOT NULL,
      -- names text, prompts, model and language: another name is due again
      wanted text NOT NULL,
      -- a higher one comes first
      priority integer NOT NULL DEFAULT 0,
      changed_at timestamptz NOT NULL,
      -- null: done
      due_at timestamptz,
      -- a worker has it until then
      taken_until timestamptz,
      failures integer NOT NULL DEFAULT 0,
      -- why it waits, or why nothing was recorded
      reason text,
      PRIMARY KEY (bill_id, kind)
    );
    CREATE INDEX model_work_due ON derive.model_work (priority DESC, changed_at DESC) WHERE due_at IS NOT NULL;

    -- Answers by the content of their question. No question is asked twice.
    CREATE TABLE derive.model_answer (
      key text PRIMARY KEY,
      -- somebody asks until then; null: answered
      claimed_until timestamptz,
      -- null: refused
      answer json,
      -- rules that the answer broke after its repair
      broken text[],
      answered_at timestamptz
    );

    -- Tokens of a day, with those of requests under way.
    CREATE TABLE derive.model_day (
      day date PRIMARY KEY,
      tokens bigint NOT NULL
    );

    -- How far the bills of a read schema are planned.
    CREATE TABLE derive.model_position (
      read_schema text PRIMARY KEY,
      -- the bills of its change index up to this place are planned
      updated_at timestamptz NOT NULL,
      seq bigint NOT NULL,
      id bigint NOT NULL,
      -- model, prompts and feed epoch: another basis plans all bills again
      basis text NOT NULL
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE derive.model_work, derive.model_answer, derive.model_day, derive.model_position')
}
