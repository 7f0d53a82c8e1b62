import type { Knex } from 'knex'

/** What organizations did, by issue and by agency. All of it can be dropped at any time: it is made again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE derive.organization_activity (
      -- id of the entity that remains after merges
      organization_id bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('issue', 'agency')),
      -- an issue code, or the slug of an agency
      topic text NOT NULL,
      jurisdiction text NOT NULL,
      -- filings, positions and counted bills about the topic there
      activities integer NOT NULL,
      -- issues that the organization works on, at least 1
      issues integer NOT NULL,
      -- the newest one: its day, words and address
      day date,
      quote text,
      source_url text,
      -- every engagement about the topic has ended
      is_ended boolean NOT NULL,
      -- when the log recorded the last change of what the organization did
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, kind, topic, jurisdiction)
    );
    CREATE INDEX ON derive.organization_activity (kind, topic)
      INCLUDE (organization_id, jurisdiction, activities, issues, day, is_ended);

    -- One row for each organization that did anything, or once did.
    CREATE TABLE derive.organization_summary (
      organization_id bigint PRIMARY KEY,
      issues integer NOT NULL,
      updated_at timestamptz NOT NULL
    );

    -- The organization that a filing or position was counted for, so that a correction takes it away there.
    CREATE TABLE derive.counted_source (
      -- id of the entity
      source_id bigint PRIMARY KEY,
      organization_id bigint NOT NULL,
      -- false: an amendment replaces the filing
      is_counted boolean NOT NULL,
      -- the engagement of the filing has ended
      is_ended boolean NOT NULL
    );
    CREATE INDEX ON derive.counted_source (organization_id);

    -- How far the rows follow each table. Empty: everything is made again.
    CREATE TABLE derive.organization_activity_position (
      table_name text PRIMARY KEY,
      -- the method, the read schema and its feed epoch: everything is made again if they change
      basis text NOT NULL,
      updated_at timestamptz NOT NULL,
      seq bigint NOT NULL,
      id bigint NOT NULL,
      moved_at timestamptz NOT NULL DEFAULT now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `DROP TABLE derive.organization_activity, derive.organization_summary, derive.counted_source,
       derive.organization_activity_position`,
  )
}
