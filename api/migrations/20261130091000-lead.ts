import type { Knex } from 'knex'

/**
 * People who sign up through a widget, and the mails that ask them to confirm it. Nothing of it is in the log. What is
 * deleted keeps no contact.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.lead (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      widget_id bigint NOT NULL REFERENCES account.widget ON DELETE CASCADE,
      -- contact and answers: null in a tombstone
      email text,
      -- hash of the address: one sign-up of an address per widget
      recipient bytea,
      name text,
      consent_text text,
      questions text[],
      answers text[],
      page text,
      source text,
      district text,
      -- day of the sign-up (UTC), under which it is counted
      day date NOT NULL,
      consented_at timestamptz NOT NULL,
      -- only confirmed ones are shown to the account
      confirmed_at timestamptz,
      removed_at timestamptz,
      -- hash of the token in the link that confirms it
      confirm_sha256 bytea UNIQUE,
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (widget_id, recipient)
    );
    CREATE INDEX lead_account ON account.lead (account_id, id);
    CREATE INDEX lead_changes ON account.lead (account_id, updated_at, id);
    CREATE INDEX lead_age ON account.lead (consented_at) WHERE removed_at IS NULL;

    -- How many signed up and confirmed. It names nobody, and stays if a lead is deleted.
    CREATE TABLE account.lead_count (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      widget_id bigint NOT NULL REFERENCES account.widget ON DELETE CASCADE,
      day date NOT NULL,
      page text,
      source text,
      district text,
      signed_up bigint NOT NULL,
      confirmed bigint NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE NULLS NOT DISTINCT (widget_id, day, page, source, district)
    );
    CREATE INDEX lead_count_order ON account.lead_count (account_id, id);
    CREATE INDEX lead_count_changes ON account.lead_count (account_id, updated_at, id);

    -- When an address was last asked to confirm, over all accounts, and if it wants no more such mails.
    CREATE TABLE account.mail_recipient (
      recipient bytea PRIMARY KEY,
      asked_at timestamptz,
      opted_out_at timestamptz
    );
    -- The links of sent mails: a mail can be answered with an opt-out long after its sign-up is gone.
    CREATE TABLE account.mail_link (
      sha256 bytea PRIMARY KEY,
      recipient bytea NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX mail_link_age ON account.mail_link (created_at);

    -- Mails to send. A sent or refused mail loses its recipient and text at once.
    CREATE TABLE account.mail (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- what the mail is about: it is written once
      key text NOT NULL UNIQUE,
      lead_id bigint REFERENCES account.lead ON DELETE CASCADE,
      recipient text,
      subject text,
      body text,
      message_id text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      -- null: nothing is left to do
      next_attempt_at timestamptz,
      sent_at timestamptz,
      failed_at timestamptz,
      -- what the mail server said, without addresses
      failure text
    );
    CREATE INDEX mail_due ON account.mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX mail_lead ON account.mail (lead_id);
    CREATE INDEX mail_age ON account.mail (created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE account.mail;
    DROP TABLE account.mail_link;
    DROP TABLE account.mail_recipient;
    DROP TABLE account.lead_count;
    DROP TABLE account.lead;
  `)
}
