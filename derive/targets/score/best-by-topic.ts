import { DAY_MS } from '../../../runtime/durations.ts'
import { type ActivityTable, NO_DAY } from './activity-table.ts'
import { ELSEWHERE, recencyOfAge } from './weigh.ts'

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
  const { most, types } = question
  const count = table.ids.length
  const { sums, wanted } = scratchOf(count)
  addUp(sums, table, question)
  let size = 0
  for (let slot = 0; slot < count; slot += 1) {
    const sum = sums[slot]!
    const isWanted = sum > 0 && (types === null || types.includes(table.types[slot] ?? 'unknown'))
    if (isWanted) wanted[size++] = sum
    else sums[slot] = 0
  }
  const sorted = wanted.subarray(0, size).sort()
  const last = sorted[Math.max(0, size - most)] ?? 0
  const least = last - ROUNDING * (1 + last) ** 2
  const best: BestOrganization[] = []
  for (let slot = 0; slot < count; slot += 1) {
    const sum = sums[slot]!
    if (sum > 0 && sum >= least) best.push({ organization_id: table.ids[slot]!, sum })
  }
  return best.sort((a, b) => b.sum - a.sum || a.organization_id - b.organization_id)
}

let scratch = { sums: new Float64Array(0), wanted: new Float64Array(0) }

/**
 * Numbers for each slot. They are used again, because a question fills and reads them in one turn: new ones for each, of a
 * quarter of a megabyte, made garbage collection a third of the work.
 */
function scratchOf(count: number): typeof scratch {
  if (scratch.sums.length < count) {
    scratch = { sums: new Float64Array(count), wanted: new Float64Array(count) }
  }
  scratch.sums.fill(0, 0, count)
  return scratch
}

/** Writes the sum of each slot. It is 0 if nothing counts, and NaN for an organization that is left out. */
function addUp(
  sums: Float64Array,
  { placeOf, topics: columnsByTopic }: ActivityTable,
  { topics, jurisdiction, absent_from, as_of }: BestQuestion,
): void {
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
}
