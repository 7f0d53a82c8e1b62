import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * Holds all digests if the group has read further than the positions say: the tables come from an older backup, and do not
 * know what was sent since. Call it before anything is read. Returns true if digests are held from now on.
 */
export async function holdIfRestored(
  database: Database,
  read: ReadonlyMap<string, number>,
  now: Date,
): Promise<boolean> {
  const { rows } = await database.query<{ topic: string; partition: number; next: number }>(
    'SELECT topic, partition, next FROM alerts.position',
  )
  const next = new Map(rows.map(({ topic, partition, next: at }) => [`${topic}:${partition}`, at]))
  if (![...read].some(([key, offset]) => offset > (next.get(key) ?? 0))) return false
  return holdDigests(database, now)
}

/** Holds all digests until `resumeDigests`. Returns false if they were held, or nobody gets any. */
export async function holdDigests(database: Queryable, now: Date): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE alerts.hold SET held_at = $1
     WHERE held_at IS NULL AND EXISTS (SELECT FROM alerts.subscription WHERE removed_at IS NULL)`,
    [now],
  )
  return rowCount === 1
}

export async function readHeldAt(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ held_at: string | null }>('SELECT held_at FROM alerts.hold')
  return rows[0]?.held_at ?? undefined
}

export const holdText = (heldAt: string): string =>
  `digests wait since ${heldAt}, because the tables of alerts come from an older backup, or somebody said so: legislog alerts resume --from now|TIME`

export type Resumed = {
  readonly was_held: boolean
  readonly dropped_items: number
  readonly dropped_mails: number
}

/** Lets digests go on. What was recorded before `from` is reported to nobody, and mails from before are not sent. */
export function resumeDigests(database: Database, from: Date): Promise<Resumed> {
  return inTransaction(database, async (client) => {
    const held = await readHeldAt(client)
    await client.query('UPDATE alerts.hold SET held_at = NULL, report_from = greatest(report_from, $1)', [
      from,
    ])
    const items = await client.query(
      `UPDATE alerts.item i SET digest_id = 0 FROM alerts.change c
       WHERE c.ce_id = i.ce_id AND i.digest_id IS NULL AND c.recorded_at < $1`,
      [from],
    )
    const mails = await client.query(
      'DELETE FROM alerts.mail WHERE next_attempt_at IS NOT NULL AND created_at < $1',
      [from],
    )
    return {
      was_held: held !== undefined,
      dropped_items: items.rowCount ?? 0,
      dropped_mails: mails.rowCount ?? 0,
    }
  })
}
