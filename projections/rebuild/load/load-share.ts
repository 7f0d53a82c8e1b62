import { setTimeout as delay } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { isTransient, retryPause_ms } from '../../../runtime/postgres/transient.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { ParkedDecoded } from '../../fold/fold-events.ts'
import type { Span } from '../../read-schemas/positions.ts'
import { KeyChunks } from '../fold/key-chunk.ts'
import { createRecordBuffer } from '../fold/read-share.ts'
import { addCounts, noCounts, type ShareCounts } from '../fold/share-counts.ts'
import { loadPartition, type PartitionContext } from './load-partition.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './load-protocol.ts'

const PAGE_BYTES = 16 * 1024 * 1024

type Reported = Extract<FromWorker, { kind: 'counts' | 'culprit' }>

/** Loads one partition number after another, as the messages of the port say, and closes the port at the end. */
export function startLoading(
  port: MessagePort,
  { settings, read_schema, budget_bytes }: WorkerOptions,
): void {
  const log = createLog('rebuild', settings.log_level)
  const database = createDatabase(settings, { application_name: 'legislog rebuild' })
  const source = createLogSource({ settings, kafka: createKafka(settings, 'legislog-rebuild', log), log })
  const ending = new AbortController()
  /** The counts of the last try of the current partition that had any. */
  let reported: Reported[] = []

  const send = (message: FromWorker) => port.postMessage(message)
  function report(message: Reported): void {
    reported.push(message)
    send(message)
  }

  const buffer = createRecordBuffer(Math.min(PAGE_BYTES, Math.ceil(budget_bytes / 8)))
  const chunks = new KeyChunks()
  let codec: EventCodec | undefined

  async function createContext(wasTried: boolean): Promise<PartitionContext> {
    codec ??= await createEventCodec(settings, database)
    return {
      database,
      source,
      codec,
      read_schema,
      buffer,
      chunks,
      budget_bytes,
      signal: ending.signal,
      was_tried: wasTried,
      onCounts: (counts) => report({ kind: 'counts', counts }),
      onCulprit({ decoded, code, error }: ParkedDecoded) {
        const { topic, partition, offset, key } = decoded.record
        report({ kind: 'culprit', culprit: { topic, partition, offset: String(offset), key, code, error } })
      },
    }
  }

  let work: Promise<void> = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'end') {
      ending.abort()
      void work
        .then(close)
        .catch((error: unknown) => log.warn({ err: error }, 'a connection of the load is lost'))
    } else {
      work = load(message.spans)
    }
  })

  async function load(spans: readonly Span[]): Promise<void> {
    reported = []
    try {
      for (let attempt = 0; ; attempt++) {
        const before = reported
        reported = []
        try {
          const times = await loadPartition(await createContext(attempt > 0), spans)
          // The try that was taken back had committed after all.
          if (times === undefined) for (const message of before) send(message)
          return send({ kind: 'done', times: times ?? { passes: 0, read_ms: 0, load_ms: 0 } })
        } catch (error) {
          if (ending.signal.aborted) return
          if (!mayPass(error)) throw error
          send({ kind: 'again', reason: String(error), counts: countsOf(reported) })
          if (reported.length === 0) reported = before
          await delay(retryPause_ms(error, attempt), undefined, { signal: ending.signal })
        }
      }
    } catch (error) {
      if (ending.signal.aborted) return
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      send({ kind: 'failed', code: error instanceof LegislogError ? error.code : null, message, stack })
    }
  }

  async function close(): Promise<void> {
    try {
      await source.close()
      await database.end()
    } finally {
      port.close()
    }
  }

  send({ kind: 'ready' })
}

function countsOf(messages: readonly Reported[]): ShareCounts {
  return messages.reduce((sum, one) => (one.kind === 'counts' ? addCounts(sum, one.counts) : sum), noCounts)
}

function mayPass(error: unknown): boolean {
  return error instanceof LegislogError ? error.code === 'registry_unreachable' : isTransient(error)
}
