import { parentPort, workerData } from 'node:worker_threads'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { PartitionRecords } from '../../runtime/kafka/log-source/partition-records.ts'
import { createLog } from '../../runtime/log.ts'
import { borrow, createDatabase } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { Comparison, Differences } from './compare.ts'
import { beginReading } from './schema-snapshot.ts'
import { BUFFER_BYTES, type PartitionTask, verifyPartition } from './verify-partition.ts'
import { foundBy, type WorkerData, type WorkerMessage } from './verify-workers.ts'

/** A thread of `verify`. It compares one partition number after another. */
const port = parentPort!
const { settings, read_schema, snapshot, skipped } = workerData as WorkerData
const post = (message: WorkerMessage) => port.postMessage(message)

const database = createDatabase(settings, { application_name: 'legislog verify' })
const source = createLogSource({
  settings,
  kafka: createKafka(settings, 'legislog-verify'),
  log: createLog('verify', settings.log_level),
})
const records = new PartitionRecords(source, BUFFER_BYTES)
const ready = open()

async function open() {
  const { client, giveBack } = await borrow(database)
  await beginReading(client, snapshot)
  const comparison = new Comparison(client, read_schema, new Differences())
  return { comparison, codec: await createEventCodec(settings, database), close: () => giveBack(false) }
}

async function work(task: PartitionTask | null): Promise<void> {
  const { comparison, codec, close } = await ready
  if (task !== null) {
    const onProgress = (events: number, rows: number) => post({ kind: 'progress', events, rows })
    const report = await verifyPartition(task, {
      settings,
      records,
      codec,
      comparison,
      skipped,
      onProgress,
    })
    post({ kind: 'done', report })
    return
  }
  close()
  await database.end()
  await source.close()
  post({ kind: 'ended', found: foundBy(comparison) })
}

port.on('message', (task: PartitionTask | null) => {
  work(task).catch((error: unknown) => {
    const code = error instanceof LegislogError ? error.code : null
    post({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  })
})
