import { placeKey } from '../../runtime/log-reader/position-check.ts'
import type { Queryable } from '../../runtime/postgres.ts'
import type { TopicName } from '../../schemas/topics.ts'
import { readPositions } from '../verify/schema-snapshot.ts'

export type KeyLane = { readonly topic: TopicName; readonly key: string }

/** Of what both have read: events that one of two read schemas applied and the other did not. */
export type HeldLanes = {
  /** Lanes of which the rebuilt one holds events back that the live one does not: readers would see less of them. */
  readonly only_rebuilt: readonly string[]
  /** The other way round: what was held back is shown with the swap. */
  readonly only_live: readonly string[]
  /** Events that were given up on one side alone. */
  readonly given_up: readonly string[]
  /** Lanes whose rows differ for that. */
  readonly differing: readonly KeyLane[]
  /** Those of them of which the live one applied what the rebuilt one did not. */
  readonly lost: readonly KeyLane[]
  /** Keys of either, and of both: they are not compared. */
  readonly keys: ReadonlySet<string>
}

/** Held back, or given up. */
type HeldEvent = KeyLane & {
  readonly partition: number
  readonly offset: string
  readonly is_given_up: boolean
}

type Side = {
  readonly positions: ReadonlyMap<string, bigint>
  readonly events: readonly HeldEvent[]
}

/** As the live one was in the snapshot that it is compared in. */
export async function heldLanes(
  live_client: Queryable,
  live: string,
  rebuilt_client: Queryable,
  rebuilt: string,
): Promise<HeldLanes> {
  return compareHeld(await readHeld(live_client, live), await readHeld(rebuilt_client, rebuilt))
}

function compareHeld(live: Side, rebuilt: Side): HeldLanes {
  const isParked = ({ is_given_up }: HeldEvent) => !is_given_up
  const isGivenUp = ({ is_given_up }: HeldEvent) => is_given_up
  const [live_alone, rebuilt_alone] = [eventsAlone(live, rebuilt), eventsAlone(rebuilt, live)]
  return {
    only_rebuilt: lanesOf(eventsAlone(rebuilt, live, isParked)).map(describeLane),
    only_live: lanesOf(eventsAlone(live, rebuilt, isParked)).map(describeLane),
    given_up: [...eventsAlone(live, rebuilt, isGivenUp), ...eventsAlone(rebuilt, live, isGivenUp)].map(
      (event) => `${placeKey(event)} at ${event.offset} ${event.key}`,
    ),
    differing: lanesOf([...live_alone, ...rebuilt_alone]),
    lost: lanesOf(rebuilt_alone),
    keys: new Set([...live.events, ...rebuilt.events].map(({ key }) => key)),
  }
}

/** Events of the first that the second has read, and not dealt with in the same way. */
function eventsAlone(
  first: Side,
  second: Side,
  isOfInterest: (event: HeldEvent) => boolean = () => true,
): HeldEvent[] {
  const nameOf = (event: HeldEvent) => `${placeKey(event)}:${event.offset}`
  const others = new Set(second.events.filter(isOfInterest).map(nameOf))
  return first.events.filter(
    (event) =>
      isOfInterest(event) &&
      BigInt(event.offset) < (second.positions.get(placeKey(event)) ?? 0n) &&
      !others.has(nameOf(event)),
  )
}

const describeLane = ({ topic, key }: KeyLane): string => `${topic} ${key}`

function lanesOf(events: readonly HeldEvent[]): KeyLane[] {
  const lanes = new Map(events.map(({ topic, key }) => [describeLane({ topic, key }), { topic, key }]))
  return [...lanes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, lane]) => lane)
}

async function readHeld(client: Queryable, read_schema: string): Promise<Side> {
  // First, so that what is read and held back meanwhile does not look like more than the other one has.
  const positions = await readPositions(client, read_schema)
  const { rows } = await client.query<HeldEvent>(
    `SELECT topic, key, partition, "offset"::text AS "offset", dropped_at IS NOT NULL AS is_given_up
     FROM control.parked_event WHERE read_schema = $1 ORDER BY topic, partition, parked_event."offset"`,
    [read_schema],
  )
  return { positions, events: rows }
}
