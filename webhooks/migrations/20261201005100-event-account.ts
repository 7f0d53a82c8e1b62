import type { Knex } from 'knex'

/** Finds the events of one account, such as warnings about its endpoints, when the account is deleted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX event_account ON webhook.event (account_id) WHERE account_id IS NOT NULL')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX webhook.event_account')
}
