import type { Knex } from 'knex'

/**
 * Lookups that are under way. A row is deleted when its lookup is billed or given back. No row contains an address. Answers
 * to a POST with an Idempotency-Key are kept for as long as their routes say: a lookup for an hour, all others for a day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.lookup_reservation (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      -- the month whose allowance it counts in
      month date NOT NULL,
      paid_from text NOT NULL CHECK (paid_from IN ('allowance', 'credit')),
      taken_at timestamptz NOT NULL,
      -- after this time the server that took it is dead: the lookup is given back
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX lookup_reservation_expiry ON account.lookup_reservation (expires_at);
    CREATE INDEX lookup_reservation_account ON account.lookup_reservation (account_id);

    -- servers of the version before write no value
    ALTER TABLE account.idempotency
      ADD COLUMN kept_until timestamptz NOT NULL DEFAULT now() + interval '1 day';
    CREATE INDEX idempotency_end ON account.idempotency (kept_until);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE account.lookup_reservation;
    DROP INDEX account.idempotency_end;
    ALTER TABLE account.idempotency DROP COLUMN kept_until;
  `)
}
