import type pg from 'pg'
import { findFirstRefused } from '../../../runtime/postgres/first-refused.ts'
import { isTransient } from '../../../runtime/postgres/transient.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { ParkedDecoded } from '../../fold/fold-events.ts'
import { parkEvents, recordSkipped } from '../../parking/park-events.ts'
import type { FoldedKey, KeyFolder } from './fold-key.ts'
import { makeTrialTables, mayExceedIndex, TRIAL_SCHEMA } from './index-limits.ts'
import type { KeyChunk } from './key-chunk.ts'
import type { ShareCounts } from './share-counts.ts'

/** Counts records with their bytes: one key may park a hundred thousand. */
const PARKED_AT_ONCE = 1_000

/** The rows go into the tables only, or into indexes too. */
type Into = 'tables' | 'indexes'

export type KeyWriterOptions = {
  readonly client: pg.PoolClient
  readonly read_schema: string
  readonly folder: KeyFolder
  readonly spare: KeyChunk
  readonly onCounts: (counts: ShareCounts) => void
  readonly onCulprit: (culprit: ParkedDecoded) => void
}

/**
 * Writes the rows of keys into the tables, in the transaction of its client. If the database refuses them, it finds
 * the event at fault by bisection and parks it, as live projections do.
 */
export class KeyWriter {
  readonly #options: KeyWriterOptions
  /** By the number of the record. */
  readonly #refused = new Map<number, Error>()

  constructor(options: KeyWriterOptions) {
    this.#options = options
  }

  /** undefined if a schema must be requested. */
  foldNow(key: number, events?: number): FoldedKey | undefined {
    return this.#options.folder.fold(key, this.#refused, events)
  }

  /** The rows of a key after its first `events` events. Throws `registry_unreachable`. */
  async fold(key: number, events?: number): Promise<FoldedKey> {
    for (;;) {
      const folded = this.foldNow(key, events)
      if (folded !== undefined) return folded
      await this.#options.folder.ask(key)
    }
  }

  async write(chunk: KeyChunk): Promise<void> {
    if (chunk.keys.length === 0) return
    const refusal = await this.#attempt(() => chunk, 'tables')
    if (refusal === undefined) this.#options.onCounts(chunk.counts)
    else await this.#writeInHalves(chunk.keys)
  }

  async #writeInHalves(keys: readonly number[]): Promise<void> {
    if (keys.length === 1) return this.writeAlone(keys[0]!)
    const middle = keys.length >> 1
    for (const half of [keys.slice(0, middle), keys.slice(middle)]) {
      const folded: FoldedKey[] = []
      for (const key of half) folded.push(await this.fold(key))
      const refusal = await this.#attempt(() => this.#chunkOf(half, folded), 'tables')
      if (refusal === undefined) this.#options.onCounts(this.#options.spare.counts)
      else await this.#writeInHalves(half)
    }
  }

  /** A key that may contain an event that the database refuses. */
  async writeAlone(key: number): Promise<void> {
    for (;;) {
      const folded = await this.fold(key)
      const into = mayExceedIndex(folded.rows) ? 'indexes' : 'tables'
      const refusal = await this.#attempt(() => this.#chunkOf([key], [folded]), into)
      if (refusal === undefined) return this.#options.onCounts(this.#options.spare.counts)
      const { record, error } = await this.#findRefused(key, refusal, into)
      this.#refused.set(record, error)
      const { parked } = await this.fold(key)
      this.#options.onCulprit(parked.find(({ is_culprit }) => is_culprit)!)
    }
  }

  /** The last event of the shortest prefix that is refused. These tries leave nothing behind. */
  async #findRefused(key: number, refusal: Error, into: Into): Promise<{ record: number; error: Error }> {
    const { client, folder } = this.#options
    const records = folder.recordsOf(key)
    const { index, error } = await findFirstRefused(records.length, refusal, async (events) => {
      const folded = await this.fold(key, events)
      await client.query('SAVEPOINT trial')
      const found = await this.#attempt(() => this.#chunkOf([key], [folded]), into)
      await client.query('ROLLBACK TO trial')
      return found
    })
    return { record: records[index]!, error }
  }

  /** Writes everything, or nothing and returns the reason. */
  async #attempt(encode: () => KeyChunk, into: Into): Promise<Error | undefined> {
    const { client, read_schema } = this.#options
    if (into === 'indexes') await makeTrialTables(client)
    await client.query('SAVEPOINT attempt')
    try {
      const { messages, parked, skipped } = encode()
      if (into === 'indexes') await messages.write(client, TRIAL_SCHEMA)
      await messages.write(client, read_schema)
      for (let start = 0; start < parked.length; start += PARKED_AT_ONCE) {
        await parkEvents(client, read_schema, parked.slice(start, start + PARKED_AT_ONCE))
      }
      await recordSkipped(client, read_schema, skipped)
      await client.query('RELEASE attempt')
      return undefined
    } catch (error) {
      if (!(error instanceof Error) || error instanceof LegislogError || isTransient(error)) throw error
      await client.query('ROLLBACK TO attempt')
      return error
    }
  }

  #chunkOf(keys: readonly number[], folded: readonly FoldedKey[]): KeyChunk {
    const { spare } = this.#options
    spare.clear()
    for (const [index, one] of folded.entries()) spare.add(keys[index]!, one)
    return spare
  }
}
