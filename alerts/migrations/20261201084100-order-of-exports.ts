import type { Knex } from 'knex'

/** Exports of an account read rows in this order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX recipient_account ON alerts.recipient (account_id, id);
    CREATE INDEX watched_bill_order ON alerts.watched_bill (subscription_id, bill_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX alerts.watched_bill_order, alerts.recipient_account;
  `)
}
