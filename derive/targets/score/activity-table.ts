import { activityFactor } from './weigh.ts'

/** A row of an organization's activity, as far as it decides the order of a request. */
export type ActivityCells = {
  readonly organization_id: number
  readonly topic: string
  readonly jurisdiction: string
  readonly activities: number
  readonly issues: number
  /** Days since 1970; null if the source has no day. */
  readonly day: number | null
  readonly is_ended: boolean
  readonly type: string | null
}

/** One topic. The columns have one element for each row. */
export type TopicColumns = {
  /** The slot of the organization. */
  readonly slots: Int32Array
  readonly places: Int32Array
  readonly days: Int32Array
  /** What does not depend on the request: volume, breadth and end. */
  readonly factors: Float64Array
}

/** In `days`: the source has no day. */
export const NO_DAY = -2_147_483_648

/**
 * What organizations did, by topic, in columns: a request sums a hundred thousand rows in a few milliseconds. Each
 * organization has a slot, which it keeps.
 */
export type ActivityTable = {
  readonly ids: number[]
  readonly types: (string | null)[]
  readonly slotOf: Map<number, number>
  readonly placeOf: Map<string, number>
  readonly topics: Map<string, TopicColumns>
}

export const createActivityTable = (): ActivityTable => ({
  ids: [],
  types: [],
  slotOf: new Map(),
  placeOf: new Map(),
  topics: new Map(),
})

/** Adds topics with all their rows. */
export function addTopics(
  table: ActivityTable,
  topics: readonly string[],
  rows: readonly ActivityCells[],
): void {
  const byTopic = Map.groupBy(rows, ({ topic }) => topic)
  for (const topic of topics) table.topics.set(topic, columnsOf(table, byTopic.get(topic) ?? []))
}

/** Replaces all rows of the changed organizations in the topics that the table has. */
export function replaceOrganizations(
  table: ActivityTable,
  changed: readonly number[],
  rows: readonly ActivityCells[],
): void {
  const gone = new Set(changed.map((id) => table.slotOf.get(id)))
  const byTopic = Map.groupBy(rows, ({ topic }) => topic)
  for (const [topic, columns] of table.topics) {
    const added = columnsOf(table, byTopic.get(topic) ?? [])
    const isKept = (_: number, row: number): boolean => !gone.has(columns.slots[row])
    table.topics.set(topic, {
      slots: joined(Int32Array, columns.slots.filter(isKept), added.slots),
      places: joined(Int32Array, columns.places.filter(isKept), added.places),
      days: joined(Int32Array, columns.days.filter(isKept), added.days),
      factors: joined(Float64Array, columns.factors.filter(isKept), added.factors),
    })
  }
}

function joined<T extends Int32Array | Float64Array>(
  Kind: new (length: number) => T,
  first: T,
  second: T,
): T {
  const all = new Kind(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

const columnsOf = (table: ActivityTable, rows: readonly ActivityCells[]): TopicColumns => ({
  slots: Int32Array.from(rows, (row) => slotFor(table, row)),
  places: Int32Array.from(rows, ({ jurisdiction }) => placeFor(table, jurisdiction)),
  days: Int32Array.from(rows, ({ day }) => day ?? NO_DAY),
  factors: Float64Array.from(rows, activityFactor),
})

function slotFor({ ids, types, slotOf }: ActivityTable, { organization_id, type }: ActivityCells): number {
  const slot = slotOf.get(organization_id) ?? ids.length
  slotOf.set(organization_id, slot)
  ids[slot] = organization_id
  types[slot] = type
  return slot
}

function placeFor({ placeOf }: ActivityTable, jurisdiction: string): number {
  const place = placeOf.get(jurisdiction) ?? placeOf.size
  placeOf.set(jurisdiction, place)
  return place
}
