import type { Knex } from 'knex'

/**
 * Accounts of the API and their usage. A token is shown once. Only its hash and a hint are stored.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA account;

    CREATE TABLE account.account (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE,
      tier text NOT NULL CHECK (tier IN ('free', 'developer', 'business', 'enterprise')),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE account.token (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      sha256 bytea NOT NULL UNIQUE,
      shown text NOT NULL,
      scopes text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- a use of the token does not change this
      updated_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      -- the token that replaced it
      replaced_by bigint REFERENCES account.token,
      last_used_at timestamptz
    );
    CREATE INDEX token_account ON account.token (account_id, id);
    CREATE INDEX token_changes ON account.token (account_id, updated_at, id);

    -- Lookups per month (UTC) that the allowance of the tier covered.
    CREATE TABLE account.lookup_month (
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      month date NOT NULL,
      used bigint NOT NULL CHECK (used >= 0),
      PRIMARY KEY (account_id, month)
    );

    -- Bought lookups. They never expire, and are used after the allowance. Entries never change; credit_balance is their sum.
    CREATE TABLE account.credit_balance (
      account_id bigint PRIMARY KEY REFERENCES account.account ON DELETE CASCADE,
      balance bigint NOT NULL CHECK (balance >= 0)
    );
    CREATE TABLE account.credit_entry (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('bought', 'spent', 'returned')),
      amount bigint NOT NULL CHECK (amount <> 0 AND (amount < 0) = (kind = 'spent')),
      -- what was bought, such as the number of an invoice: each reference is credited once
      reference text,
      at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (account_id, reference)
    );

    -- Requests per day (UTC) by route and status. buckets: requests by duration, in the order of LATENCY_MS.
    CREATE TABLE account.request_count (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      day date NOT NULL,
      method text NOT NULL,
      route text NOT NULL,
      status smallint NOT NULL,
      requests bigint NOT NULL,
      duration_ms bigint NOT NULL,
      buckets bigint[] NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (account_id, day, method, route, status)
    );
    CREATE INDEX request_count_order ON account.request_count (account_id, id);
    CREATE INDEX request_count_changes ON account.request_count (account_id, updated_at, id);
    -- finds the oldest rows, which are deleted; rows are stored in the order of their days
    CREATE INDEX request_count_day ON account.request_count USING brin (day);

    -- The response to a POST with an Idempotency-Key. status is null while the request is in progress.
    CREATE TABLE account.idempotency (
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      route text NOT NULL,
      key text NOT NULL,
      -- SHA-256 of path and body
      fingerprint bytea NOT NULL,
      claim uuid NOT NULL,
      claimed_at timestamptz NOT NULL,
      status smallint,
      headers json,
      body text,
      -- the body contains a secret: it is encrypted, and only the token of the first request can decrypt it
      is_sealed boolean NOT NULL DEFAULT false,
      PRIMARY KEY (account_id, route, key)
    );
    CREATE INDEX idempotency_age ON account.idempotency (claimed_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA account CASCADE')
}
