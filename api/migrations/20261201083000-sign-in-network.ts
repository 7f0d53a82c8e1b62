import type { Knex } from 'knex'

/** Counts links to sign in by who asks for them, so that a stranger does not use up those of a user. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- hash of the network that asked, with the address: what one network asks for is counted apart
    ALTER TABLE account.sign_in_link ADD COLUMN asked_from bytea;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE account.sign_in_link DROP COLUMN asked_from')
}
