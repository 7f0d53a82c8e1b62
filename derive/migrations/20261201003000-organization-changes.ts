import type { Knex } from 'knex'

/** Lets the API follow which sums of organizations changed. All of it can be dropped at any time: it is made again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row for each organization that was summed up.
    CREATE TABLE derive.organization_change (
      organization_id bigint PRIMARY KEY,
      -- rises with every batch: greater than that of all rows of earlier batches
      change bigint NOT NULL,
      -- null unless a source states it
      type text
    );
    CREATE INDEX ON derive.organization_change (change);

    -- Another one if all rows are made again.
    ALTER TABLE derive.organization_activity_position ADD COLUMN generation uuid NOT NULL DEFAULT gen_random_uuid();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE derive.organization_change;
    ALTER TABLE derive.organization_activity_position DROP COLUMN generation;
  `)
}
