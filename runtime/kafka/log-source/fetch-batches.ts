import type { Settings } from '../../settings/settings.ts'
import { topicName } from '../client/kafka-client.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { FetchedPartition } from './fetch-response.ts'
import { fetchPartition } from './kafkajs-cluster.ts'
import type { PartitionRanges } from './partition-ranges.ts'
import type { RetriedCluster } from './retried-cluster.ts'
import { isOutOfRange, protocolError } from './retry.ts'
import { leaveOutAborted, type SealedBatch, splitBatches } from './sealed-batch.ts'

/** Only for a batch that is larger than what was asked for. */
const MAX_FETCH_BYTES = 256 * 1024 * 1024

export type Fetched = { readonly batches: readonly SealedBatch[]; readonly next: bigint }

type Wanted = {
  readonly place: TopicPartition
  readonly from: bigint
  /** The caller needs the log up to here. */
  readonly until: bigint
  readonly bytes: number
}

/** Fetches at least one batch from an offset on. */
export function fetchBatches(
  log: { readonly settings: Settings; readonly cluster: RetriedCluster; readonly ranges: PartitionRanges },
  { place, from, until, bytes }: Wanted,
): Promise<Fetched> {
  const { settings, cluster, ranges } = log
  const { partition } = place
  const at = partitionKey(place)
  const topic = topicName(settings, place.topic)
  let max_bytes = bytes
  return cluster.retry(`${at} from ${from}`, async () => {
    await cluster.open([topic])
    if (!cluster.partitionsOf(topic).includes(partition)) await ranges.requireWithin(place, from, until)
    for (;;) {
      const answer = await fetchPartition(cluster.cluster, { topic, partition, offset: from, max_bytes })
      if (isOutOfRange(answer.error_code)) {
        await ranges.requireWithin(place, from, until)
        throw new Error(
          `${at} does not have ${from}, but lists it: the broker that answered has old metadata`,
        )
      }
      if (answer.error_code !== 0) throw protocolError(answer.error_code)
      if (answer.stable_end < until) await ranges.requireWithin(place, from, until)
      const fetched = readAnswer(at, answer, from)
      if (fetched !== undefined) return fetched
      if (max_bytes >= MAX_FETCH_BYTES || answer.bytes.length === 0) {
        throw new Error(`${at} gives nothing at ${from}, before its end at ${answer.stable_end}`)
      }
      max_bytes *= 4
    }
  })
}

/** Gives undefined if it contains no whole batch. */
function readAnswer(at: string, answer: FetchedPartition, from: bigint): Fetched | undefined {
  const whole = splitBatches(at, answer.bytes)
  const last = whole.at(-1)
  if (last === undefined || last.next <= from) return undefined
  return { batches: leaveOutAborted(whole, answer.aborted), next: last.next }
}
