import type pg from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Folded, ParkedDecoded } from '../fold/fold-events.ts'
import type { Span } from '../read-schemas/positions.ts'
import { isOverLimit, type ParkCount } from './park-limit.ts'

const WINDOW_MS = 60_000

/** A position at which projectors halted. It stays until they have read past it, whatever is restarted. */
type Halt = {
  readonly topic: string
  readonly partition: number
  readonly upto: number
  readonly halted_at: string
  readonly allowed_at: string | null
  readonly message: string
}

/** SQL: the halts `h` of the read schema with this name that it has not read past. */
const openHaltsSql = (readSchema: string): string => `
  FROM control.projector_halt h JOIN control.position p USING (read_schema, topic, partition)
  WHERE h.read_schema = ${readSchema} AND p.next < h.upto`

/** SQL: the halts for which no operator has allowed parking. Projectors do not continue there. */
export const unacceptedHaltsSql = (readSchema: string): string =>
  `${openHaltsSql(readSchema)} AND h.allowed_at IS NULL`

const OPEN_HALTS = `
  SELECT h.topic, h.partition, h.upto, h.halted_at, h.allowed_at, h.message ${openHaltsSql('$1')}`

/** The halts of a read schema, newest first. */
export async function readOpenHalts(database: Database | pg.PoolClient, readSchema: string): Promise<Halt[]> {
  const { rows } = await database.query<Halt>(
    `${OPEN_HALTS} ORDER BY h.halted_at DESC, h.topic, h.partition`,
    [readSchema],
  )
  return rows
}

/** Stores the places at which a batch was refused. */
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

/** Allows the failing events at the halts to be parked, however many they are. Returns the positions. */
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
 * Limits how much a projector parks. The count is stored with the parked events and shared, so that a restart
 * or a second projector does not start a new minute.
 */
export class HaltGuard {
  readonly #read_schema: string
  readonly #clock: Clock
  /** Events of the last minute that are not in the stored count. */
  #quiet: { readonly at_ms: number; readonly events: number }[] = []

  constructor(readSchema: string, clock: Clock) {
    this.#read_schema = readSchema
    this.#clock = clock
  }

  /** Throws `projector_halted` if a batch would exceed the limit, or would park anything while halted. */
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

  /** Call it after a commit. */
  count(folded: Folded): void {
    // Batches with a failure are counted in the database.
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
        `${code}: ${error.slice(0, 300)}. Start code that can apply them, and it continues by itself; or allow them to be parked: ` +
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

/** The events that failed, without those that only wait behind them. */
export function culpritsOf({ parked }: Folded): readonly ParkedDecoded[] {
  return parked.filter(({ is_culprit }) => is_culprit)
}

const eventsOf = ({ applied, repeated, parked }: Folded): number => applied + repeated + parked.length
