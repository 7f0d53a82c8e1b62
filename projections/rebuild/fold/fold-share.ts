import type pg from 'pg'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import type { TopicPartition } from '../../../runtime/kafka/client/log-position.ts'
import { KeyFolder } from './fold-key.ts'
import type { KeyChunks } from './key-chunk.ts'
import { KeyWriter, type KeyWriterOptions } from './key-writer.ts'
import type { RecordBuffer } from './read-share.ts'

/** Bytes of rows per message. Larger messages leave the CPU caches before they are sent. */
const CHUNK_BYTES = 8 * 1024 * 1024
/** Time of folding before it yields to the socket. */
const SLICE_MS = 2

export type FoldShareOptions = Pick<KeyWriterOptions, 'read_schema' | 'onCounts' | 'onCulprit'> & {
  readonly client: pg.PoolClient
  readonly codec: EventCodec
  readonly buffer: RecordBuffer
  readonly parts: readonly TopicPartition[]
  readonly signal: AbortSignal
}

/** Folds every key in the buffer and writes its rows into the tables, in the transaction of `client`. */
export async function foldShare(chunks: KeyChunks, options: FoldShareOptions): Promise<void> {
  const { codec, buffer, parts, signal, onCulprit } = options
  const { keys } = buffer
  const folder = new KeyFolder(codec, buffer, parts)
  const writer = new KeyWriter({ ...options, folder, spare: chunks.spare })
  /** Keys that the database might refuse. */
  const alone: number[] = []
  let writing: Promise<void> = Promise.resolve()
  let turnEnds = performance.now() + SLICE_MS
  try {
    for (let key = 0, turn = 0; key < keys.count; turn++) {
      const chunk = chunks.begin(turn)
      while (key < keys.count && chunk.messages.bytes < CHUNK_BYTES) {
        const folded = writer.foldNow(key) ?? (await writer.fold(key))
        for (const parked of folded.parked) if (parked.is_culprit) onCulprit(parked)
        if (!chunk.tryAdd(key, folded)) alone.push(key)
        key++
        if (performance.now() > turnEnds) {
          await yieldToEventLoop()
          signal.throwIfAborted()
          turnEnds = performance.now() + SLICE_MS
        }
      }
      await writing
      writing = writer.write(chunk)
      // It is awaited with the next chunk, or below.
      writing.catch(() => {})
    }
  } finally {
    // However this ends, no statement of it may follow the end of the transaction, or read from a reused buffer.
    await writing.catch(() => {})
  }
  await writing
  for (const key of alone) await writer.writeAlone(key)
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
