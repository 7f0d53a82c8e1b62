import type { Knex } from 'knex'

/** Accounts that were deleted: only their ids, which are not given again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.deleted_account (
      id bigint PRIMARY KEY,
      deleted_at timestamptz NOT NULL
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account.deleted_account')
}
