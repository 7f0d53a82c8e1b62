import type pg from 'pg'
import type { EventCodec } from '../../runtime/event-codec.ts'
import { isTransient } from '../../runtime/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Parked } from '../fold.ts'
import { parkEvents } from '../parking.ts'
import type { Part } from '../positions.ts'
import { type FoldedKey, KeyFolder } from './fold-key.ts'
import type { Shelf } from './read-share.ts'
import { RowMessages } from './row-messages.ts'

/** Of rows that are sent at once. Larger ones leave the caches before they are sent. */
const CHUNK_BYTES = 8 * 1024 * 1024
/** So long is folded before the socket is looked after. */
const TURN_MS = 2

/** Keys whose rows go into the tables together. */
type Chunk = {
  readonly messages: RowMessages
  from: number
  to: number
  parked: Parked[]
}

export type ShareCounts = {
  readonly events: number
  readonly applied: number
  readonly repeated: number
  readonly parked: number
  readonly rows: number
}

export type LoadShareOptions = {
  readonly client: pg.PoolClient
  readonly codec: EventCodec
  readonly shelf: Shelf
  readonly parts: readonly Part[]
  readonly read_schema: string
  readonly signal: AbortSignal
  readonly onCounts: (counts: ShareCounts) => void
  /** May throw, to end the load. */
  readonly onCulprit: (culprit: Parked) => void
}

/** Two chunks take turns: one is folded while the other is on its way. */
export class Chunks {
  readonly #chunks = [createChunk(), createChunk()] as const
  readonly spare: RowMessages = new RowMessages()

  at(turn: number): Chunk {
    return this.#chunks[turn % 2]!
  }
}

function createChunk(): Chunk {
  return { messages: new RowMessages(), from: 0, to: 0, parked: [] }
}

/**
 * Folds every key on the shelf and brings its rows into the tables, in the transaction of `client`. An event that the
 * database does not take is found and parked, as live projections do.
 */
export async function loadShare(chunks: Chunks, options: LoadShareOptions): Promise<void> {
  const { client, codec, shelf, parts, read_schema, signal } = options
  const { keys } = shelf
  const folder = new KeyFolder(codec, shelf, parts)
  const refused = new Map<number, Error>()

  async function fold(key: number, events?: number): Promise<FoldedKey> {
    for (;;) {
      const folded = folder.fold(key, refused, events)
      if (folded !== undefined) return folded
      await folder.ask(key)
    }
  }

  /** Everything between two savepoints, or nothing of it and the reason. */
  async function attempt(messages: RowMessages, parked: readonly Parked[]): Promise<Error | undefined> {
    await client.query('SAVEPOINT chunk')
    try {
      await messages.write(client, read_schema)
      await parkEvents(client, read_schema, parked)
      await client.query('RELEASE chunk')
      return undefined
    } catch (error) {
      if (!(error instanceof Error) || error instanceof LegislogError || isTransient(error)) throw error
      await client.query('ROLLBACK TO chunk')
      return error
    }
  }

  async function write(chunk: Chunk): Promise<void> {
    const { messages, from, to, parked } = chunk
    if (from === to) return
    const refusal = await attempt(messages, parked)
    if (refusal !== undefined) await writeInHalves(from, to)
  }

  /** The keys of a chunk that was refused: half and half, until the key is alone that holds the event. */
  async function writeInHalves(from: number, to: number): Promise<void> {
    if (to - from === 1) return writeRefused(from)
    const middle = (from + to) >> 1
    for (const [start, end] of [
      [from, middle],
      [middle, to],
    ] as const) {
      const parked: Parked[] = []
      chunks.spare.clear()
      for (let key = start; key < end; key++) {
        const folded = await fold(key)
        chunks.spare.add(folded.rows)
        parked.push(...folded.parked)
      }
      if ((await attempt(chunks.spare, parked)) !== undefined) await writeInHalves(start, end)
    }
  }

  async function writeRefused(key: number): Promise<void> {
    for (;;) {
      const folded = await fold(key)
      const refusal = await attemptKey(folded)
      if (refusal === undefined) return
      const found = await findRefused(key, refusal)
      refused.set(found.record, found.error)
      options.onCulprit((await fold(key)).parked.find(({ is_culprit }) => is_culprit)!)
    }
  }

  function attemptKey({ rows, parked }: FoldedKey): Promise<Error | undefined> {
    chunks.spare.clear()
    chunks.spare.add(rows)
    return attempt(chunks.spare, parked)
  }

  /** The last event of the shortest beginning that is refused. Nothing of what is tried is kept. */
  async function findRefused(key: number, refusal: Error): Promise<{ record: number; error: Error }> {
    const records = folder.recordsOf(key)
    let [taken, failing, error] = [0, records.length, refusal]
    while (failing - taken > 1) {
      const middle = (taken + failing) >> 1
      await client.query('SAVEPOINT trial')
      const found = await attemptKey(await fold(key, middle))
      await client.query('ROLLBACK TO trial')
      if (found === undefined) taken = middle
      else [failing, error] = [middle, found]
    }
    return { record: records[failing - 1]!, error }
  }

  let turn = 0
  let writing: Promise<void> = Promise.resolve()
  let turn_ends = performance.now() + TURN_MS
  for (let key = 0; key < keys.count; ) {
    const chunk = chunks.at(turn)
    chunk.messages.clear()
    chunk.parked = []
    chunk.from = key
    let [events, applied, repeated] = [0, 0, 0]
    while (key < keys.count && chunk.messages.bytes < CHUNK_BYTES) {
      const folded = folder.fold(key, refused) ?? (await fold(key))
      chunk.messages.add(folded.rows)
      applied += folded.applied
      repeated += folded.repeated
      events += folded.applied + folded.repeated + folded.parked.length
      for (const parked of folded.parked) {
        chunk.parked.push(parked)
        if (parked.is_culprit) options.onCulprit(parked)
      }
      key++
      if (performance.now() > turn_ends) {
        await nextTurn()
        signal.throwIfAborted()
        turn_ends = performance.now() + TURN_MS
      }
    }
    chunk.to = key
    await writing
    options.onCounts({ events, applied, repeated, parked: chunk.parked.length, rows: chunk.messages.rows })
    writing = write(chunk)
    // It is awaited with the next chunk, or below.
    writing.catch(() => {})
    turn++
  }
  await writing
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
