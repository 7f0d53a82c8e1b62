import type { Knex } from 'knex'

/** The table records who did what in an account. Entries are added and never changed. They are deleted after a time, or with their account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account.audit_entry (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL REFERENCES account.account ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT now(),
      actor text NOT NULL CHECK (actor IN ('user', 'token', 'operator')),
      -- of the user or token, which may be gone
      actor_id bigint,
      -- as it was shown then: the address of a user, the hint of a token
      actor_shown text NOT NULL,
      -- the id of the operation in the OpenAPI document, or what happened at the sign-in or the command line
      action text NOT NULL,
      -- what it was done to
      path text NOT NULL,
      detail json
    );
    CREATE INDEX audit_entry_order ON account.audit_entry (account_id, id);
    CREATE INDEX audit_entry_changes ON account.audit_entry (account_id, at, id);
    CREATE INDEX audit_entry_age ON account.audit_entry USING brin (at);

    CREATE FUNCTION account.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'an entry of the audit log never changes';
    END $$;
    CREATE TRIGGER audit_entry_never_changes BEFORE UPDATE ON account.audit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION account.refuse_audit_change();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE account.audit_entry;
    DROP FUNCTION account.refuse_audit_change();
  `)
}
