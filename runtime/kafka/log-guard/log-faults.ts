import { LegislogError } from '../../../schemas/errors.ts'
import type { Queryable } from '../../postgres/postgres.ts'
import type { TopicPartition } from '../client/log-position.ts'
import { LostEventsError } from './find-lost-events.ts'

/** A partition that a process no longer uses, and why. */
export type LogFault = TopicPartition & {
  /** `relay`, `webhooks`, or the read schema of the halted projectors. */
  readonly noticed_by: string
  readonly code: string
  readonly message: string
  readonly noticed_at: string
}

/** Stores why the log is no longer used, for other processes and for later ones. */
export async function recordLogFault(
  database: Queryable,
  noticedBy: string,
  partitions: readonly TopicPartition[],
  error: LegislogError,
): Promise<void> {
  const faulty = error instanceof LostEventsError ? error.lost : partitions
  await database.query(
    `INSERT INTO control.log_fault AS known (noticed_by, topic, partition, code, message)
     SELECT $1, p.topic, p.partition, $4, $5 FROM unnest($2::text[], $3::int[]) AS p (topic, partition)
     ON CONFLICT (noticed_by, topic, partition) DO UPDATE SET code = excluded.code, message = excluded.message
     WHERE NOT known.is_lasting AND (known.code, known.message) <> (excluded.code, excluded.message)`,
    [
      noticedBy,
      faulty.map(({ topic }) => topic),
      faulty.map(({ partition }) => partition),
      error.code,
      error.message,
    ],
  )
}

/** Called when these partitions are right again and the log has everything that was relayed to it. */
export async function clearLogFaults(
  database: Queryable,
  noticedBy: string,
  partitions: readonly TopicPartition[],
): Promise<void> {
  await database.query(
    `DELETE FROM control.log_fault WHERE noticed_by = $1 AND NOT is_lasting AND (code = 'log_behind'
       OR (topic, partition) IN (SELECT * FROM unnest($2::text[], $3::int[])))`,
    [noticedBy, partitions.map(({ topic }) => topic), partitions.map(({ partition }) => partition)],
  )
}

/** Reads the faults that all processes have stored, newest first. */
export async function readLogFaults(database: Queryable): Promise<LogFault[]> {
  const { rows } = await database.query<LogFault>(
    `SELECT noticed_by, topic, partition, code, message, noticed_at FROM control.log_fault
     ORDER BY noticed_at DESC, noticed_by, topic, partition`,
  )
  return rows
}

/** Describes the loss if the log behind the rows of a read schema was given up; undefined if it was not. */
export async function findAbandonedLog(database: Queryable, readSchema: string): Promise<string | undefined> {
  const { rows } = await database.query<{ message: string }>(
    'SELECT message FROM control.log_fault WHERE noticed_by = $1 AND is_lasting LIMIT 1',
    [readSchema],
  )
  return rows[0]?.message
}

/** Throws `log_epoch` if the log behind the rows of a read schema was given up. */
export async function requireLogNotAbandoned(database: Queryable, readSchema: string): Promise<void> {
  const message = await findAbandonedLog(database, readSchema)
  if (message !== undefined) throw new LegislogError('log_epoch', message)
}
