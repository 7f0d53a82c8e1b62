import { parentPort, workerData } from 'node:worker_threads'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLogSource, recordsOf } from '../../../runtime/kafka/log-source/log-source.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'

/** Reads a partition in a separate thread and returns the values. */
const { settings, partition, until } = workerData as { settings: Settings; partition: number; until: bigint }
const log = createLog('worker', 'silent')
const source = createLogSource({ settings, kafka: createKafka(settings, 'legislog-test', log), log })
const place = { topic: 'legislog.bills.v1', partition } as const
const values: string[] = []
for await (const batch of source.batches(place, 0n, until)) {
  values.push(...recordsOf(place, batch).map(({ value }) => String(value)))
}
await source.close()
parentPort!.postMessage(values)
