import type { Knex } from 'knex'

/** Exports read the rows of an account in this order, and its deletion finds them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX credit_entry_account ON account.credit_entry (account_id, id);
    CREATE INDEX page_slug_account ON account.page_slug (account_id, slug);
    -- a sheet that is deleted looks for its pages, removed ones too
    CREATE INDEX stakeholder_page_of_sheet ON account.stakeholder_page (sheet_id);
    -- a token that is deleted looks for the one that it replaced
    CREATE INDEX token_replaced_by ON account.token (replaced_by) WHERE replaced_by IS NOT NULL;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX account.token_replaced_by, account.stakeholder_page_of_sheet, account.page_slug_account,
      account.credit_entry_account;
  `)
}
