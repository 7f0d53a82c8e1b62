/**
 * The topics of the log. Partitions are never added to a topic: a key would move, and with it the order of its
 * events and every cursor. Growth is a `.v2` topic and a new log epoch.
 */
export type TopicName =
  | 'legislog.bills.v1'
  | 'legislog.votes.v1'
  | 'legislog.regulations.v1'
  | 'legislog.reference.v1'
  | 'legislog.derived.v1'
  | 'legislog.advocacy.v1'

export type Topic = {
  readonly name: TopicName
  /** Part of the packed `seq` of every row, so it never changes. 0 to 15. */
  readonly number: number
  /** Bills, votes and derivations are co-partitioned: same key, same count, so one process sees all of them. */
  readonly partitions: number
  readonly key: string
}

export const topics: readonly Topic[] = [
  { name: 'legislog.bills.v1', number: 1, partitions: 24, key: "the bill's ocd_id" },
  { name: 'legislog.votes.v1', number: 2, partitions: 24, key: "the bill's ocd_id, or the vote's own" },
  { name: 'legislog.regulations.v1', number: 3, partitions: 6, key: "the regulation's ocd_id" },
  { name: 'legislog.reference.v1', number: 4, partitions: 6, key: "the entity's ocd_id" },
  { name: 'legislog.derived.v1', number: 5, partitions: 24, key: "the bill's ocd_id" },
  { name: 'legislog.advocacy.v1', number: 6, partitions: 6, key: "the entity's ocd_id" },
]

/** Kept forever, stamped and compressed by the broker; an event is at most 4 MB, a message 5 MB. */
export const topicConfig = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'message.timestamp.type': 'LogAppendTime',
  'compression.type': 'gzip',
  'max.message.bytes': String(5 * 1024 * 1024),
} as const

const byName = new Map<string, Topic>(topics.map((topic) => [topic.name, topic]))
const byNumber = new Map<number, Topic>(topics.map((topic) => [topic.number, topic]))

export function topicByName(name: string): Topic | undefined {
  return byName.get(name)
}

export function topicByNumber(number: number): Topic | undefined {
  return byNumber.get(number)
}
