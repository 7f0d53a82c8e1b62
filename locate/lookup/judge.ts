import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { chamberTiers, mayOverlap } from '../divisions/chambers.ts'
import { type Containing, decideDivisions, isNearLine, isOfMap } from '../divisions/decide.ts'
import { type MapPeriod, mapsInForce, nextStart } from '../divisions/maps.ts'
import type { Position } from '../match/interpolate.ts'
import { type Covering, isNearShape } from '../read/containing.ts'
import type { Known } from '../read/known.ts'
import type { Periods } from './entries.ts'
import type { DivisionInForce, Found } from './located.ts'

/** The maps of a state that count on a day: those of all kinds, and those of its chambers. */
export type MapsOfDay = {
  readonly all: readonly MapPeriod[]
  readonly in_force: Periods
  readonly chambers: Periods
  readonly next: { readonly effective_on: string; readonly chambers: Periods } | null
}

/** Null if the map of a chamber is not loaded, so that nothing can be said about the state. */
export function mapsOfDay(known: Known, state: string, day: string): MapsOfDay | null {
  const all = known.maps.get(state) ?? []
  const tiers = chamberTiers(state)
  const inForce = mapsInForce(all, day)
  const chambers = only(inForce, tiers)
  if (tiers.length === 0 || chambers.size < new Set(tiers).size) return null
  const start = nextStart(all, day, new Set(tiers))
  if (start === null) return { all, in_force: inForce, chambers, next: null }
  const later = only(mapsInForce(all, start), tiers)
  const next = later.size < chambers.size ? null : { effective_on: start, chambers: later }
  return { all, in_force: inForce, chambers, next }
}

const only = (periods: Periods, tiers: readonly string[]): Periods =>
  new Map([...periods].filter(([tier]) => tiers.includes(tier)))

/** Maps whose districts an answer names. */
export const relevantMaps = ({ in_force, chambers, next }: MapsOfDay): readonly MapPeriod[] => [
  ...chambers.values(),
  ...(next === null ? [] : next.chambers.values()),
  ...[...in_force.values()].filter(({ tier }) => tier === 'cd'),
]

export type Judged =
  | ({ readonly kind: 'same' } & Pick<Found, 'divisions' | 'next' | 'county' | 'place'>)
  | { readonly kind: 'split' | 'gap' | 'uncovered' }

type Asked = {
  readonly maps: MapsOfDay
  readonly state: string
  readonly positions: readonly Position[]
}

/** Decides if all entries lie in one district of each chamber, and in which divisions. */
export async function judge(
  database: Queryable,
  entries: readonly (readonly Covering[])[],
  asked: Asked,
): Promise<Judged> {
  const { maps, state } = asked
  const own = entries.map((entry) => entry.filter((each) => each.state === state))
  const may_overlap = (tier: string) => mayOverlap(state, tier)
  const decision = decideDivisions(own, maps.chambers, { may_overlap })
  if (decision.kind === 'split') return decision
  if (decision.kind === 'outside') return { kind: await gapOrUncovered(database, own, asked) }
  const divisions = inForceOf(decision.divisions, maps.in_force)
  const idOf = (tier: string) => divisions.find((each) => each.tier === tier)?.division_id ?? null
  return {
    kind: 'same',
    divisions,
    next: maps.next === null ? null : nextOf(own, maps.next, { may_overlap }),
    county: idOf('county'),
    place: idOf('place'),
  }
}

function nextOf(
  entries: readonly (readonly Containing[])[],
  { effective_on, chambers }: NonNullable<MapsOfDay['next']>,
  options: Parameters<typeof decideDivisions>[2],
): Found['next'] {
  const decision = decideDivisions(entries, chambers, options)
  return decision.kind === 'same'
    ? { effective_on, divisions: inForceOf(decision.divisions, chambers) }
    : null
}

/** Leaves out counties, places and other divisions whose line is too near. */
function inForceOf(divisions: readonly Containing[], periods: Periods): readonly DivisionInForce[] {
  return divisions.flatMap((each) => {
    const { division_id, tier, map, valid_from, valid_to } = each
    const period = periods.get(tier)
    if (period === undefined || !isOfMap(each, period) || isNearLine(each)) return []
    return [{ division_id, tier, map, valid_from, valid_to }]
  })
}

/** Positions of one address lie near each other. */
const MOST_ASKED = 3

/** Says if the positions lie between shapes that do not meet, or where the map has no shape. */
async function gapOrUncovered(
  database: Queryable,
  entries: readonly (readonly Containing[])[],
  { maps, state, positions }: Asked,
): Promise<'gap' | 'uncovered'> {
  for (const period of maps.chambers.values()) {
    if (entries.every((entry) => entry.some((each) => isOfMap(each, period)))) continue
    for (const position of positions.slice(0, MOST_ASKED)) {
      if (!(await isNearShape(database, position, state, period.map))) return 'uncovered'
    }
  }
  return 'gap'
}
