import type { Knex } from 'knex'

/** Why relay, projectors and dispatchers stopped: this log is not the one that was relayed to (runtime/kafka/log-guard). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Why a service stopped using a partition. The row is deleted when the partition is right again.
    CREATE TABLE control.log_fault (
      -- 'relay', 'webhooks', or the read schema whose projectors have halted
      noticed_by text NOT NULL,
      topic text NOT NULL,
      partition integer NOT NULL,
      code text NOT NULL,
      message text NOT NULL,
      noticed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- the log that made the rows of this read schema was abandoned: the rows are wrong until a rebuild
      is_lasting boolean NOT NULL DEFAULT false,
      PRIMARY KEY (noticed_by, topic, partition)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE control.log_fault')
}
