import type { Knex } from 'knex'

/**
 * Subscriptions of accounts and the digests that they get. What was reported to whom cannot be made again from the log, so
 * every backup needs these tables.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA alerts;

    -- Who gets digests of an account: a mail address or one feed. Each change is reported to a recipient once.
    CREATE TABLE alerts.recipient (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      -- null: a feed
      email text,
      -- hash of the address: upper and lower case are one recipient
      address bytea,
      -- the key of the signed links in its mails
      link_key bytea NOT NULL,
      -- hash of the token that confirms the address
      confirm_sha256 bytea UNIQUE,
      -- null: the person has not agreed yet, and gets no digest
      confirmed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (account_id, address)
    );
    CREATE INDEX recipient_address ON alerts.recipient (address) WHERE address IS NOT NULL;

    CREATE TABLE alerts.subscription (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      -- null in a tombstone
      recipient_id bigint REFERENCES alerts.recipient ON DELETE SET NULL,
      name text NOT NULL,
      channel text NOT NULL CHECK (channel IN ('email', 'feed')),
      watches text NOT NULL CHECK (watches IN ('sheet', 'bills', 'search')),
      sheet_id bigint,
      -- filters of GET /v1/bills
      search json,
      frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly')),
      -- 1 is Monday; null if it is daily
      weekday integer CHECK (weekday BETWEEN 1 AND 7),
      hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
      zone text NOT NULL,
      is_paused boolean NOT NULL DEFAULT false,
      -- the recipient ended it
      stopped_at timestamptz,
      -- hash of the token in the address of the feed, and the hint that an account sees
      feed_sha256 bytea UNIQUE,
      feed_hint text,
      -- {"topic:partition": offset}: events before are not reported
      start json NOT NULL,
      -- the newest local day that is over for it, with or without a digest
      last_day date NOT NULL,
      -- null: it gets no digest as long as it is so
      next_due_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE INDEX subscription_account ON alerts.subscription (account_id, id);
    CREATE INDEX subscription_changes ON alerts.subscription (account_id, updated_at, id);
    CREATE INDEX subscription_recipient ON alerts.subscription (recipient_id);
    CREATE INDEX subscription_sheet ON alerts.subscription (sheet_id) WHERE removed_at IS NULL;
    CREATE INDEX subscription_due ON alerts.subscription (next_due_at) WHERE next_due_at IS NOT NULL;

    -- Bills that a subscription names, and bills that its search has found.
    CREATE TABLE alerts.watched_bill (
      subscription_id bigint NOT NULL REFERENCES alerts.subscription ON DELETE CASCADE,
      bill_id bigint NOT NULL,
      PRIMARY KEY (bill_id, subscription_id)
    );
    CREATE INDEX watched_bill_subscription ON alerts.watched_bill (subscription_id);

    -- Bills that were merged into others since this reader began: sheets may still name them.
    CREATE TABLE alerts.merged_bill (
      bill_id bigint PRIMARY KEY,
      into_id bigint NOT NULL
    );
    CREATE INDEX merged_bill_into ON alerts.merged_bill (into_id);

    -- What a reported event says. It is in the log too, so it is deleted when its items are.
    CREATE TABLE alerts.change (
      ce_id text PRIMARY KEY,
      bill_id bigint NOT NULL,
      -- identifier, jurisdiction and session of the bill as the event has them
      bill json NOT NULL,
      content json NOT NULL,
      recorded_at timestamptz NOT NULL
    );
    CREATE INDEX change_age ON alerts.change (recorded_at);

    -- One change that is reported to one recipient.
    CREATE TABLE alerts.item (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      recipient_id bigint NOT NULL REFERENCES alerts.recipient ON DELETE CASCADE,
      ce_id text NOT NULL REFERENCES alerts.change ON DELETE CASCADE,
      -- all that watch its bill: the digest of the first one takes it
      subscription_ids bigint[] NOT NULL,
      -- the action that it is about, and a hash of what it says without its day
      action_id text,
      action_words bytea,
      -- null: no digest has taken it yet; 0: none will
      digest_id bigint,
      created_at timestamptz NOT NULL,
      UNIQUE (recipient_id, ce_id)
    );
    CREATE INDEX item_open ON alerts.item (recipient_id, id) WHERE digest_id IS NULL;
    CREATE INDEX item_action ON alerts.item (recipient_id, action_id, id) WHERE action_id IS NOT NULL;
    CREATE INDEX item_digest ON alerts.item (digest_id) WHERE digest_id IS NOT NULL;
    CREATE INDEX item_change ON alerts.item (ce_id);

    CREATE TABLE alerts.digest (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subscription_id bigint NOT NULL REFERENCES alerts.subscription ON DELETE CASCADE,
      account_id bigint NOT NULL,
      recipient_id bigint NOT NULL,
      -- local day of the subscription
      day date NOT NULL,
      -- hash of the subscription and the day
      message_id text NOT NULL UNIQUE,
      items integer NOT NULL,
      bills integer NOT NULL,
      -- an entry of a feed; a mail has its text in alerts.mail until it is sent
      subject text,
      text text,
      html text,
      created_at timestamptz NOT NULL,
      UNIQUE (subscription_id, day)
    );
    CREATE INDEX digest_age ON alerts.digest (created_at);

    -- Mails to send. A sent or refused mail loses its recipient and text at once.
    CREATE TABLE alerts.mail (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- what the mail is about: it is written once
      key text NOT NULL UNIQUE,
      recipient_id bigint NOT NULL REFERENCES alerts.recipient ON DELETE CASCADE,
      recipient text,
      subject text,
      body text,
      html text,
      -- the address that ends the subscription by one click (RFC 8058)
      unsubscribe_url text,
      message_id text NOT NULL UNIQUE,
      -- hash of the address: an answer that comes back finds it by the message_id
      address bytea NOT NULL,
      created_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      -- null: nothing is left to do
      next_attempt_at timestamptz,
      sent_at timestamptz,
      failed_at timestamptz,
      -- what the mail server said, without addresses
      failure text
    );
    CREATE INDEX mail_due ON alerts.mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX mail_recipient_id ON alerts.mail (recipient_id);
    CREATE INDEX mail_age ON alerts.mail (created_at);

    -- Addresses that get no mail: their server said that they do not exist, or their owner complained.
    CREATE TABLE alerts.suppression (
      address bytea PRIMARY KEY,
      reason text NOT NULL CHECK (reason IN ('bounce', 'complaint')),
      created_at timestamptz NOT NULL
    );

    -- Set if the tables were restored from an older backup: digests wait until an operator decides.
    CREATE TABLE alerts.hold (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      held_at timestamptz,
      -- events that were recorded before are reported to nobody
      report_from timestamptz
    );
    INSERT INTO alerts.hold DEFAULT VALUES;

    CREATE TABLE alerts.position (
      topic text NOT NULL,
      partition integer NOT NULL,
      next bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (topic, partition)
    );

    -- Messages that the live read schema does not show yet.
    CREATE TABLE alerts.deferred_event (
      topic text NOT NULL,
      partition integer NOT NULL,
      "offset" bigint NOT NULL,
      key text NOT NULL,
      headers json NOT NULL,
      value bytea,
      appended_at bigint NOT NULL,
      deferred_at timestamptz NOT NULL,
      PRIMARY KEY (topic, partition, "offset")
    );
    CREATE INDEX deferred_event_key ON alerts.deferred_event (topic, partition, key, "offset");

    CREATE TABLE alerts.parked_event (
      topic text NOT NULL,
      partition integer NOT NULL,
      "offset" bigint NOT NULL,
      key text NOT NULL,
      code text NOT NULL,
      error text NOT NULL,
      headers json NOT NULL,
      value bytea,
      -- when Kafka appended it, in ms since 1970: its stamp is compared with this
      appended_at bigint NOT NULL,
      parked_at timestamptz NOT NULL,
      PRIMARY KEY (topic, partition, "offset")
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA alerts CASCADE')
}
