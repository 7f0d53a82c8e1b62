import { type TopicName, topicByName, topicByNumber } from './topics.ts'

/** A place in the log. Offsets are bigint: Kafka's are 64 bits wide. */
export type Position = { readonly topic: TopicName; readonly partition: number; readonly offset: bigint }

const OFFSET_BITS = 47n
const PARTITION_BITS = 12n

/**
 * A place in the log as one positive 63-bit number: 4 bits of topic, 12 of partition, 47 of offset. It depends on
 * the log alone, so it is the same after every rebuild; within one partition it grows with the offset.
 */
export function packSeq(position: Position): bigint {
  const topic = topicByName(position.topic)
  if (topic === undefined) throw new RangeError(`unknown topic ${position.topic}`)
  if (position.partition < 0 || position.partition >= 1 << Number(PARTITION_BITS)) {
    throw new RangeError(`partition ${position.partition} does not fit in ${PARTITION_BITS} bits`)
  }
  if (position.offset < 0n || position.offset >= 1n << OFFSET_BITS) {
    throw new RangeError(`offset ${position.offset} does not fit in ${OFFSET_BITS} bits`)
  }
  return (
    (BigInt(topic.number) << (PARTITION_BITS + OFFSET_BITS)) |
    (BigInt(position.partition) << OFFSET_BITS) |
    position.offset
  )
}

export function unpackSeq(seq: bigint): Position {
  const topic = topicByNumber(Number(seq >> (PARTITION_BITS + OFFSET_BITS)))
  if (topic === undefined) throw new RangeError(`seq ${seq} names no known topic`)
  return {
    topic: topic.name,
    partition: Number((seq >> OFFSET_BITS) & ((1n << PARTITION_BITS) - 1n)),
    offset: seq & ((1n << OFFSET_BITS) - 1n),
  }
}
