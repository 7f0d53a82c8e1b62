import type { PoolClient } from 'pg'
import {
  describeLost,
  type LostEvents,
  readIdBefore,
} from '../../runtime/kafka/log-guard/find-lost-events.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'

/** A partition whose loss is accepted: the database then follows the rest of the log. */
export type AcceptedLoss = LostEvents & { readonly last_id: string }

export async function readAccepted(source: LogSource, lost: readonly LostEvents[]): Promise<AcceptedLoss[]> {
  const accepted: AcceptedLoss[] = []
  for (const one of lost) {
    const lastId = one.end === 0n ? undefined : await readIdBefore(source, one, one.end)
    accepted.push({ ...one, last_id: lastId ?? '' })
  }
  return accepted
}

/**
 * Sets the clocks of these partitions back to the end of the log and deletes the journal of the missing events. It
 * marks the read schemas that have read them: their projectors stay stopped, because the log may grow past their
 * positions with other events.
 */
export async function acceptLoss(client: PoolClient, accepted: readonly AcceptedLoss[]): Promise<void> {
  const places = [
    accepted.map(({ topic }) => topic),
    accepted.map(({ partition }) => partition),
    accepted.map(({ end }) => String(end)),
  ]
  const isForeign = accepted.map(({ found_id }) => found_id !== undefined)
  await client.query(
    `UPDATE control.partition_clock c SET relayed_to = a.ends, relayed_id = a.last_id, end_offset = a.ends
     FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[]) AS a (topic, partition, ends, last_id)
     WHERE c.topic = a.topic AND c.partition = a.partition`,
    [...places, accepted.map(({ last_id }) => last_id)],
  )
  await client.query(
    `DELETE FROM ingest.journal r USING unnest($1::text[], $2::int[], $3::bigint[], $4::boolean[]) AS a (topic, partition, ends, is_foreign)
     WHERE r.topic = a.topic AND r.partition = a.partition AND (a.is_foreign OR r.end_offset > a.ends)`,
    [...places, isForeign],
  )
  await client.query(
    `INSERT INTO control.log_fault (noticed_by, topic, partition, code, message, is_lasting)
     SELECT p.read_schema, p.topic, p.partition, 'log_epoch', a.message, true
     FROM control.position p JOIN unnest($1::text[], $2::int[], $3::bigint[], $4::boolean[], $5::text[])
       AS a (topic, partition, ends, is_foreign, message) USING (topic, partition)
     WHERE CASE WHEN a.is_foreign THEN p.next > 0 ELSE p.next > a.ends END
     ON CONFLICT (noticed_by, topic, partition) DO UPDATE SET code = excluded.code, message = excluded.message, is_lasting = true`,
    [
      ...places,
      isForeign,
      accepted.map(
        (one) =>
          `${describeLost(one)}, and this loss was accepted: these rows are from another log; rebuild them: legislog rebuild`,
      ),
    ],
  )
}
