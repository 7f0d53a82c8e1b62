import { type ActivityTable, NO_DAY } from './activity-table.ts'
import { DAY_MS, ELSEWHERE, recencyOfAge } from './weigh.ts'

export type BestQuestion = {
  /** Topics that the table has. */
  readonly topics: readonly { readonly topic: string; readonly relevance: number }[]
  /** Activity elsewhere counts less. If it is null, every place counts wholly. */
  readonly jurisdiction: string | null
  /** Organizations with a row of the topics here are left out. */
  readonly absent_from: string | null
  /** null: all types. */
  readonly types: readonly string[] | null
  readonly as_of: string
  readonly most: number
}

export type BestOrganization = { readonly organization_id: number; readonly sum: number }

/** Sums of the same weights in another order differ by less. */
const ROUNDING = 1e-9

/**
 * The organizations with the greatest sums of weights, the greatest first. There are more than `most` if the sums at the
 * cut are so near to each other that rounding could decide: `rankTargets` then decides among them.
 */
export function bestByTopic(table: ActivityTable, question: BestQuestion): BestOrganization[] {
  const sums = sumsOf(table, question)
  const { most, types } = question
  const isWanted = (slot: number): boolean =>
    sums[slot]! > 0 && (types === null || types.includes(table.types[slot] ?? 'unknown'))
  const slots: number[] = []
  for (let slot = 0; slot < sums.length; slot += 1) if (isWanted(slot)) slots.push(slot)
  const sorted = Float64Array.from(slots, (slot) => sums[slot]!).sort()
  const last = sorted[Math.max(0, sorted.length - most)] ?? 0
  const least = last - ROUNDING * (1 + last) ** 2
  return slots
    .filter((slot) => sums[slot]! >= least)
    .map((slot) => ({ organization_id: table.ids[slot]!, sum: sums[slot]! }))
    .sort((a, b) => b.sum - a.sum || a.organization_id - b.organization_id)
}

/** The sum of each slot. It is 0 if nothing counts, and NaN for an organization that is left out. */
function sumsOf(
  { ids, placeOf, topics: columnsByTopic }: ActivityTable,
  { topics, jurisdiction, absent_from, as_of }: BestQuestion,
): Float64Array {
  const sums = new Float64Array(ids.length)
  const today = Math.round(Date.parse(as_of) / DAY_MS)
  const here = jurisdiction === null ? undefined : (placeOf.get(jurisdiction) ?? -1)
  const absent = absent_from === null ? -1 : (placeOf.get(absent_from) ?? -1)
  for (const { topic, relevance } of topics) {
    const columns = columnsByTopic.get(topic)
    if (columns === undefined) continue
    const { slots, places, days, factors } = columns
    for (let row = 0; row < slots.length; row += 1) {
      const slot = slots[row]!
      const place = places[row]!
      const day = days[row]!
      const nearness = here === undefined || place === here ? relevance : relevance * ELSEWHERE
      const weight = nearness * factors[row]! * recencyOfAge(day === NO_DAY ? null : today - day)
      sums[slot] = place === absent ? Number.NaN : sums[slot]! + weight
    }
  }
  return sums
}
