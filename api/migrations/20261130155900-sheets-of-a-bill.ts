import type { Knex } from 'knex'

/** Alerts ask which sheets have a bill that changed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'CREATE INDEX bill_sheet_item_sheets ON account.bill_sheet_item (bill_id) WHERE removed_at IS NULL',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX account.bill_sheet_item_sheets')
}
