import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { readPositions } from '../../verify/schema-snapshot.ts'

export type TopicKey = { readonly topic: TopicName; readonly key: string }

/** Events that both read schemas have read, but only one has applied. */
export type BlockedComparison = {
  /** Ordering keys that are parked only in the rebuilt one: readers would see less of them. */
  readonly only_rebuilt: readonly string[]
  /** Keys that are parked only in the live one: the swap shows their events. */
  readonly only_live: readonly string[]
  /** Events that were dropped on one side only. */
  readonly given_up: readonly string[]
  /** Keys whose rows differ because of that. */
  readonly differing: readonly TopicKey[]
  /** Those keys with events that only the live read schema applied. */
  readonly lost: readonly TopicKey[]
  /** Keys that are parked on either side: they are not compared. */
  readonly keys: ReadonlySet<string>
}

/** Parked or dropped. */
type BlockedEvent = TopicKey & {
  readonly partition: number
  readonly offset: string
  readonly is_given_up: boolean
}

type Side = {
  readonly positions: ReadonlyMap<string, bigint>
  readonly events: readonly BlockedEvent[]
}

/** The live one, as in the snapshot of the comparison. */
export async function compareBlockedEvents(
  liveClient: Queryable,
  live: string,
  rebuiltClient: Queryable,
  rebuilt: string,
): Promise<BlockedComparison> {
  return compareBlocked(await readBlocked(liveClient, live), await readBlocked(rebuiltClient, rebuilt))
}

function compareBlocked(live: Side, rebuilt: Side): BlockedComparison {
  const isParked = ({ is_given_up }: BlockedEvent) => !is_given_up
  const isGivenUp = ({ is_given_up }: BlockedEvent) => is_given_up
  const [liveAlone, rebuiltAlone] = [eventsOnlyIn(live, rebuilt), eventsOnlyIn(rebuilt, live)]
  return {
    only_rebuilt: topicKeysOf(eventsOnlyIn(rebuilt, live, isParked)).map(describeTopicKey),
    only_live: topicKeysOf(eventsOnlyIn(live, rebuilt, isParked)).map(describeTopicKey),
    given_up: [...eventsOnlyIn(live, rebuilt, isGivenUp), ...eventsOnlyIn(rebuilt, live, isGivenUp)].map(
      (event) => `${partitionKey(event)} at ${event.offset} ${event.key}`,
    ),
    differing: topicKeysOf([...liveAlone, ...rebuiltAlone]),
    lost: topicKeysOf(rebuiltAlone),
    keys: new Set([...live.events, ...rebuilt.events].map(({ key }) => key)),
  }
}

/** Events of the first that the second has read and handled in another way. */
function eventsOnlyIn(
  first: Side,
  second: Side,
  isOfInterest: (event: BlockedEvent) => boolean = () => true,
): BlockedEvent[] {
  const nameOf = (event: BlockedEvent) => `${partitionKey(event)}:${event.offset}`
  const others = new Set(second.events.filter(isOfInterest).map(nameOf))
  return first.events.filter(
    (event) =>
      isOfInterest(event) &&
      BigInt(event.offset) < (second.positions.get(partitionKey(event)) ?? 0n) &&
      !others.has(nameOf(event)),
  )
}

export const describeTopicKey = ({ topic, key }: TopicKey): string => `${topic} ${key}`

function topicKeysOf(events: readonly BlockedEvent[]): TopicKey[] {
  const topicKeys = new Map(
    events.map(({ topic, key }) => [describeTopicKey({ topic, key }), { topic, key }]),
  )
  return [...topicKeys].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, topicKey]) => topicKey)
}

async function readBlocked(client: Queryable, readSchema: string): Promise<Side> {
  // Read these positions first: events that are read and parked meanwhile must not look like a difference.
  const positions = await readPositions(client, readSchema)
  const { rows } = await client.query<BlockedEvent>(
    `SELECT topic, key, partition, "offset"::text AS "offset", dropped_at IS NOT NULL AS is_given_up
     FROM control.parked_event WHERE read_schema = $1 ORDER BY topic, partition, parked_event."offset"`,
    [readSchema],
  )
  return { positions, events: rows }
}
