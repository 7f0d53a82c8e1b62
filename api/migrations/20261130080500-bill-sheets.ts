import type { Knex } from 'knex'

/**
 * Bill sheets of accounts and the pages that publish them. Only accounts write these tables, so every backup needs them.
 * Rows that were removed stay for a time as tombstones for readers of changes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.bill_sheet (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      -- filters of GET /v1/bills: the bills that they find become items; null: a list alone
      search json,
      -- the search finds more bills than a sheet may have, so only the newest are items
      is_search_cut boolean NOT NULL DEFAULT false,
      -- rises with each change of the sheet and of its items, for caches
      version bigint NOT NULL DEFAULT 1,
      -- when merges of bills and the search were last applied; null: they are due
      refreshed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE INDEX bill_sheet_account ON account.bill_sheet (account_id, id);
    CREATE INDEX bill_sheet_changes ON account.bill_sheet (account_id, updated_at, id);

    CREATE TABLE account.bill_sheet_item (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      sheet_id bigint NOT NULL REFERENCES account.bill_sheet ON DELETE CASCADE,
      bill_id bigint NOT NULL,
      -- bills that were merged into it while it was in the sheet
      former_bill_ids bigint[] NOT NULL DEFAULT '{}',
      -- search: it leaves the sheet if the search no longer finds it, unless somebody wrote something about it
      origin text NOT NULL CHECK (origin IN ('list', 'search')),
      position text,
      priority text,
      note text NOT NULL DEFAULT '',
      tags text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz,
      -- somebody removed it, so the search does not add the bill again
      is_excluded boolean NOT NULL DEFAULT false
    );
    CREATE UNIQUE INDEX bill_sheet_item_bill ON account.bill_sheet_item (sheet_id, bill_id) WHERE removed_at IS NULL;
    CREATE INDEX bill_sheet_item_order ON account.bill_sheet_item (sheet_id, id);
    CREATE INDEX bill_sheet_item_changes ON account.bill_sheet_item (sheet_id, updated_at, id);

    CREATE TABLE account.stakeholder_page (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      sheet_id bigint NOT NULL REFERENCES account.bill_sheet ON DELETE CASCADE,
      title text NOT NULL,
      introduction text NOT NULL DEFAULT '',
      columns text[] NOT NULL,
      -- a column, with a minus before it for the other direction
      sort text NOT NULL,
      -- six hex digits
      accent_color text NOT NULL,
      -- the key of the signed addresses of previews
      preview_key bytea NOT NULL,
      -- null: a draft
      published_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE INDEX stakeholder_page_account ON account.stakeholder_page (account_id, id);
    CREATE INDEX stakeholder_page_changes ON account.stakeholder_page (account_id, updated_at, id);
    CREATE INDEX stakeholder_page_sheet ON account.stakeholder_page (sheet_id) WHERE removed_at IS NULL;

    -- Logos, encoded by us.
    CREATE TABLE account.page_logo (
      page_id bigint PRIMARY KEY REFERENCES account.stakeholder_page ON DELETE CASCADE,
      sha256 text NOT NULL,
      media_type text NOT NULL,
      bytes bytea NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      description text NOT NULL
    );

    -- Names of pages in addresses. A name that was once published belongs to its account forever, even after the account is
    -- gone: so it refers to nothing.
    CREATE TABLE account.page_slug (
      slug text COLLATE "C" PRIMARY KEY,
      account_id bigint NOT NULL,
      -- null: its page was removed
      page_id bigint,
      -- false: the page has another name now, to which this one redirects
      is_current boolean NOT NULL,
      was_published boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX page_slug_current ON account.page_slug (page_id) WHERE is_current;
    CREATE INDEX page_slug_page ON account.page_slug (page_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE account.page_slug, account.page_logo, account.stakeholder_page, account.bill_sheet_item, account.bill_sheet
  `)
}
