import { type Kafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { ClaimedRow, PartitionEnd } from './claimed-rows.ts'
import type { PartitionLease } from './partition-leases.ts'

/**
 * Finds leases that were taken over with claims whose rows are gone, because they were lost with the state of
 * ingest. If they stayed claimed, they would delay the watermark until the next event of their partition.
 */
export function leasesWithoutRows(
  leases: readonly PartitionLease[],
  rows: readonly ClaimedRow[],
): PartitionLease[] {
  return leases.filter(
    (lease) => !rows.some(({ topic, partition }) => topic === lease.topic && partition === lease.partition),
  )
}

/** Gives the ends of these partitions: the claimed rows may have been sent and must still be projected. */
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
