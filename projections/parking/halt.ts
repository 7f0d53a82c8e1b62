import type pg from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Folded, ParkedDecoded } from '../fold/fold-events.ts'
import type { Span } from '../read-schemas/positions.ts'
import { isOverLimit, type ParkCount } from './park-limit.ts'

const WINDOW_MS = 60_000

/** A place of the log that projectors halted at. It stands until they have read past it, whatever is restarted. */
export type Halt = {
  readonly topic: string
  readonly partition: number
  readonly upto: number
  readonly halted_at: string
  readonly allowed_at: string | null
  readonly message: string
}

/** SQL: the places `h` that a read schema of this name has halted at and not read past. */
const openHaltsSql = (readSchema: string): string => `
  FROM control.projector_halt h JOIN control.position p USING (read_schema, topic, partition)
  WHERE h.read_schema = ${readSchema} AND p.next < h.upto`

/** SQL: those of them that nobody has allowed to be parked: projectors refuse to go on there. */
export const unacceptedHaltsSql = (readSchema: string): string =>
  `${openHaltsSql(readSchema)} AND h.allowed_at IS NULL`

const OPEN_HALTS = `
  SELECT h.topic, h.partition, h.upto, h.halted_at, h.allowed_at, h.message ${openHaltsSql('$1')}`

/** Where a read schema stands halted, the newest first. */
export async function readOpenHalts(database: Database | pg.PoolClient, readSchema: string): Promise<Halt[]> {
  const { rows } = await database.query<Halt>(
    `${OPEN_HALTS} ORDER BY h.halted_at DESC, h.topic, h.partition`,
    [readSchema],
  )
  return rows
}

/** Keeps where a batch was refused. */
export async function recordHalt(
  database: Database,
  readSchema: string,
  spans: readonly Span[],
  message: string,
): Promise<void> {
  await database.query(
    `INSERT INTO control.projector_halt (read_schema, topic, partition, upto, message)
     SELECT $1, s.topic, s.partition, s.upto, $5 FROM unnest($2::text[], $3::int[], $4::bigint[]) AS s (topic, partition, upto)
     ON CONFLICT (read_schema, topic, partition) DO UPDATE SET
       upto = greatest(projector_halt.upto, excluded.upto), message = excluded.message, allowed_at = NULL,
       halted_at = CASE WHEN projector_halt.message = excluded.message THEN projector_halt.halted_at
         ELSE excluded.halted_at END`,
    [
      readSchema,
      spans.map(({ topic }) => topic),
      spans.map(({ partition }) => partition),
      spans.map(({ to }) => String(to)),
      message,
    ],
  )
}

/** Lets what cannot be applied where projectors halted be parked, however much it is. Gives the places. */
export async function allowParking(database: Database, readSchema: string): Promise<Halt[]> {
  const { rows } = await database.query<Halt>(
    `UPDATE control.projector_halt SET allowed_at = clock_timestamp()
     WHERE (read_schema, topic, partition) IN (SELECT $1, topic, partition FROM (${OPEN_HALTS}) s)
     RETURNING topic, partition, upto, halted_at, allowed_at, message`,
    [readSchema],
  )
  return rows
}

/**
 * Guards the transactions of a projector. The count is kept with what is parked, and shared: neither a restart nor a
 * second projector has a minute of its own.
 */
export class HaltGuard {
  readonly #read_schema: string
  readonly #clock: Clock
  /** Events of the last minute that no count in the database holds. */
  #quiet: { readonly at_ms: number; readonly events: number }[] = []

  constructor(readSchema: string, clock: Clock) {
    this.#read_schema = readSchema
    this.#clock = clock
  }

  /** Throws `projector_halted` where a batch would go over the limit, or anything of it be parked while halted. */
  async inspect(client: pg.PoolClient, folded: Folded): Promise<void> {
    const culprits = culpritsOf(folded)
    if (culprits.length === 0) return
    const halts = await readOpenHalts(client, this.#read_schema)
    const standing = halts.find(({ allowed_at }) => allowed_at === null)
    if (standing !== undefined) throw new LegislogError('projector_halted', standing.message)
    const batch = { events: this.#unrecorded() + eventsOf(folded), failed: culprits.length }
    if (halts.length === 0) {
      const recent = await this.#recent(client)
      const all = { events: recent.events + batch.events, failed: recent.failed + batch.failed }
      if (isOverLimit(all)) {
        const what = `${all.failed} of ${all.events} events of the last minute could not be applied`
        throw this.#refusal(what, culprits)
      }
    }
    await client.query('INSERT INTO control.park_count (read_schema, events, failed) VALUES ($1, $2, $3)', [
      this.#read_schema,
      batch.events,
      batch.failed,
    ])
  }

  /** After a commit. */
  count(folded: Folded): void {
    // With a culprit they stand in the database.
    this.#quiet = culpritsOf(folded).length > 0 ? [] : this.#recentQuiet().concat(this.#entry(folded))
  }

  async #recent(client: pg.PoolClient): Promise<ParkCount> {
    await client.query(
      `DELETE FROM control.park_count WHERE read_schema = $1 AND at < clock_timestamp() - interval '1 minute'`,
      [this.#read_schema],
    )
    const { rows } = await client.query<ParkCount>(
      `SELECT coalesce(sum(events), 0)::bigint AS events, coalesce(sum(failed), 0)::bigint AS failed
       FROM control.park_count WHERE read_schema = $1`,
      [this.#read_schema],
    )
    return rows[0]!
  }

  #refusal(why: string, culprits: readonly ParkedDecoded[]): LegislogError {
    const { decoded, code, error } = culprits[0]!
    const { topic, partition, offset } = decoded.record
    return new LegislogError(
      'projector_halted',
      `${this.#read_schema}: ${why}, and nothing of this batch is kept. The first is ${topic}:${partition} at ${offset}: ` +
        `${code}: ${error.slice(0, 300)}. Start code that can apply them, and it goes on by itself; or have them parked: ` +
        `legislog parked allow --read-schema ${this.#read_schema}`,
    )
  }

  #entry(folded: Folded) {
    return { at_ms: this.#clock.now().getTime(), events: eventsOf(folded) }
  }

  #recentQuiet() {
    const since_ms = this.#clock.now().getTime() - WINDOW_MS
    return this.#quiet.filter(({ at_ms }) => at_ms > since_ms)
  }

  #unrecorded(): number {
    return this.#recentQuiet().reduce((sum, { events }) => sum + events, 0)
  }
}

/** What could not be applied, without what only stands behind it. */
export function culpritsOf({ parked }: Folded): readonly ParkedDecoded[] {
  return parked.filter(({ is_culprit }) => is_culprit)
}

const eventsOf = ({ applied, repeated, parked }: Folded): number => applied + repeated + parked.length
