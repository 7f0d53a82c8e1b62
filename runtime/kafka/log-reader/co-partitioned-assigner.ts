import { type Assigner, AssignerProtocol, type PartitionAssigner } from 'kafkajs'

const NAME = 'legislog-co-partitioned'
const VERSION = 0

/**
 * Partition p of every topic goes to member p mod n, so that bills-p and votes-p are read by one process. (The round
 * robin of kafkajs counts on over topics.)
 */
export const coPartitionedAssigner: PartitionAssigner = ({ cluster }): Assigner => ({
  name: NAME,
  version: VERSION,

  async assign({ members, topics }) {
    const partitions = Object.fromEntries(
      topics.map((topic) => [
        topic,
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId),
      ]),
    )
    const memberIds = members.map(({ memberId }) => memberId)
    return assignPartitions(memberIds, partitions).map(({ memberId, assignment }) => ({
      memberId,
      memberAssignment: AssignerProtocol.MemberAssignment.encode({
        version: VERSION,
        assignment,
        userData: Buffer.alloc(0),
      }),
    }))
  },

  protocol({ topics }) {
    return {
      name: NAME,
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: VERSION,
        topics,
        userData: Buffer.alloc(0),
      }),
    }
  },
})

export function assignPartitions(
  memberIds: readonly string[],
  partitions: Readonly<Record<string, readonly number[]>>,
): { memberId: string; assignment: Record<string, number[]> }[] {
  const members = memberIds.toSorted()
  return members.map((memberId, index) => ({
    memberId,
    assignment: Object.fromEntries(
      Object.entries(partitions).map(([topic, all]) => [
        topic,
        all.filter((partition) => partition % members.length === index),
      ]),
    ),
  }))
}
