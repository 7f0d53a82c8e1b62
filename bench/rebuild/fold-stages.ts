import type { Span } from '../../projections/read-schemas/positions.ts'
import { KeyFolder, type Refused } from '../../projections/rebuild/fold/fold-key.ts'
import { KeyChunk } from '../../projections/rebuild/fold/key-chunk.ts'
import { createRecordBuffer, readShare, wholeShare } from '../../projections/rebuild/fold/read-share.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { Measured } from '../measure/measure.ts'

const CHUNK_BYTES = 8 * 1024 * 1024
const nothingRefused: Refused = new Map()

/** The work of this thread in a load, without the database. Each stage is repeated with all earlier ones. */
export async function measureFold(options: {
  readonly settings: Settings
  readonly database: Database
  readonly log: Log
  readonly until: ReadonlyMap<string, bigint>
}): Promise<Measured[]> {
  const { settings, database, log, until } = options
  const codec = await createEventCodec(settings, database)
  const source = createLogSource({ settings, kafka: createKafka(settings, 'bench', log), log })
  const shelf = createRecordBuffer()
  const chunk = new KeyChunk()
  const { signal } = new AbortController()
  const [read, decode, fold, encode] = [
    new Stage('read, by key'),
    new Stage('decode'),
    new Stage('fold'),
    new Stage('encode for COPY'),
  ] as const
  for (const spans of spansOf(until)) {
    await read.run(() =>
      readShare(shelf, {
        source,
        spans,
        share: wholeShare,
        dropped: new Set(),
        budget_bytes: Number.MAX_VALUE,
        signal,
      }),
    )
    const folder = new KeyFolder(codec, shelf, spans)
    const keys = Array.from({ length: shelf.keys.count }, (_, key) => key)
    await decode.run(() => {
      for (const key of keys) for (const _ of folder.messages(key, nothingRefused, Number.MAX_VALUE));
    })
    await fold.run(() => {
      for (const key of keys) folder.fold(key, nothingRefused)
    })
    await encode.run(() => {
      for (const key of keys) {
        const folded = folder.fold(key, nothingRefused)
        if (folded !== undefined) chunk.tryAdd(key, folded)
        if (chunk.messages.bytes > CHUNK_BYTES) chunk.clear()
      }
      chunk.clear()
    })
  }
  await source.close()
  return [read.measured(), ...[decode, fold, encode].map((stage) => stage.measured(read))]
}

/** Runs many times, measured as one. */
class Stage {
  readonly #name: string
  #wall_ms = 0
  #own_ms = 0

  constructor(name: string) {
    this.#name = name
  }

  async run(work: () => unknown): Promise<void> {
    const before = process.cpuUsage()
    const began = performance.now()
    await work()
    this.#wall_ms += performance.now() - began
    const { user, system } = process.cpuUsage(before)
    this.#own_ms += (user + system) / 1000
  }

  /** Includes the cost of the earlier stage. */
  measured(after?: Stage): Measured {
    const own_ms = this.#own_ms + (after === undefined ? 0 : after.#own_ms)
    const wall_s = (this.#wall_ms + (after === undefined ? 0 : after.#wall_ms)) / 1000
    const time = { own_ms, postgres_ms: 0, kafka_ms: 0 }
    return { name: this.#name, wall_s, time, peak_mb: 0, records: 0, events: 0 }
  }
}

function spansOf(until: ReadonlyMap<string, bigint>): Span[][] {
  const spans = [...until]
    .filter(([, to]) => to > 0n)
    .map(([part, to]): Span => {
      const [topic, partition] = part.split(':') as [TopicName, string]
      return { topic, partition: Number(partition), from: 0n, to, last_at: null }
    })
  return [...Map.groupBy(spans, ({ partition }) => partition).values()]
}
