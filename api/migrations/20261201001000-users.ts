import type { Knex } from 'knex'

/**
 * People who use an account, and how they come in. A user is a mail address in an account; the same address may be in
 * several. Links of mails are stored as SHA-256.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.user (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      -- null in a tombstone
      email text,
      -- hash of the address, in lower case
      recipient bytea,
      role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer', 'operator')),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- a sign-in does not change updated_at
      signed_in_at timestamptz,
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE UNIQUE INDEX user_address ON account.user (recipient, account_id) WHERE removed_at IS NULL;
    CREATE INDEX user_account ON account.user (account_id, id);
    CREATE INDEX user_changes ON account.user (account_id, updated_at, id);

    CREATE TABLE account.invitation (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      -- null in a tombstone
      email text,
      recipient bytea,
      role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer', 'operator')),
      -- who invited, as it is shown; the user, if it was one: its open invitations end with it
      invited_by text NOT NULL,
      invited_by_user bigint REFERENCES account.user ON DELETE SET NULL,
      -- hash of the token in its link; null if it cannot be used any more
      sha256 bytea UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      accepted_at timestamptz,
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE UNIQUE INDEX invitation_open ON account.invitation (account_id, recipient)
      WHERE accepted_at IS NULL AND removed_at IS NULL;
    CREATE INDEX invitation_account ON account.invitation (account_id, id);
    CREATE INDEX invitation_changes ON account.invitation (account_id, updated_at, id);
    CREATE INDEX invitation_by_user ON account.invitation (invited_by_user);

    -- Links of mails to sign in. A row is written for every address that was asked for, known or not.
    CREATE TABLE account.sign_in_link (
      sha256 bytea PRIMARY KEY,
      recipient bytea NOT NULL,
      -- hash of the cookie of the browser that asked: no other one can use the link
      browser_sha256 bytea NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX sign_in_link_recipient ON account.sign_in_link (recipient, created_at);
    CREATE INDEX sign_in_link_age ON account.sign_in_link (created_at);

    -- When invitations were mailed to an address, over all accounts.
    CREATE TABLE account.invitation_mail (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      recipient bytea NOT NULL,
      mailed_at timestamptz NOT NULL
    );
    CREATE INDEX invitation_mail_recipient ON account.invitation_mail (recipient, mailed_at);

    ALTER TABLE account.console_session ALTER COLUMN token_id DROP NOT NULL;
    ALTER TABLE account.console_session ADD COLUMN user_id bigint REFERENCES account.user ON DELETE CASCADE;
    ALTER TABLE account.console_session ADD CONSTRAINT console_session_of_one
      CHECK (num_nonnulls(token_id, user_id) = 1);
    CREATE INDEX console_session_user ON account.console_session (user_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM account.console_session WHERE token_id IS NULL;
    ALTER TABLE account.console_session DROP COLUMN user_id;
    ALTER TABLE account.console_session ALTER COLUMN token_id SET NOT NULL;
    DROP TABLE account.invitation_mail;
    DROP TABLE account.sign_in_link;
    DROP TABLE account.invitation;
    DROP TABLE account.user;
  `)
}
