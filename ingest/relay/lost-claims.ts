import { type Kafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { ClaimedRow, PartitionEnd } from './claimed-rows.ts'
import type { PartitionLease } from './partition-leases.ts'

/**
 * Of leases that were taken over with claims, those of which no row is there: they were lost with the state of ingest. Counted
 * as claimed for ever, they would hold the watermark back until the next event of their partition.
 */
export function leasesWithoutRows(
  leases: readonly PartitionLease[],
  rows: readonly ClaimedRow[],
): PartitionLease[] {
  return leases.filter(
    (lease) => !rows.some(({ topic, partition }) => topic === lease.topic && partition === lease.partition),
  )
}

/** Where the log ends there: what was claimed may have been sent, and must still be projected. */
export async function readEndsOf(
  kafka: Kafka,
  settings: Settings,
  leases: readonly PartitionLease[],
): Promise<PartitionEnd[]> {
  const admin = kafka.admin()
  try {
    await admin.connect()
    const ends: PartitionEnd[] = []
    for (const [topic, own] of Map.groupBy(leases, (lease) => lease.topic)) {
      const found = await admin.fetchTopicOffsets(topicName(settings, topic))
      for (const { partition } of own) {
        const end = found.find((one) => one.partition === partition)
        if (end !== undefined) ends.push({ topic, partition, end_offset: BigInt(end.high) })
      }
    }
    return ends
  } finally {
    await admin.disconnect()
  }
}
