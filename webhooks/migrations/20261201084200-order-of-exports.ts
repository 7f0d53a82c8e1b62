import type { Knex } from 'knex'

/** Exports of an account read rows in this order, and its deletion finds them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX notice_account ON webhook.notice (account_id, id);
    CREATE INDEX tracked_bill_order ON webhook.tracked_bill (endpoint_id, bill_id);
    CREATE INDEX event_account_order ON webhook.event (account_id, id) WHERE account_id IS NOT NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX webhook.event_account_order, webhook.tracked_bill_order, webhook.notice_account;
  `)
}
