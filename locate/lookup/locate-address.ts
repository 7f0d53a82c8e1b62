import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { UnmatchedReason } from '../../schemas/vocabulary/vocabulary.ts'
import type { AddressReading, ParsedAddress } from '../address/address.ts'
import { parseAddress } from '../address/parse-address.ts'
import type { Position } from '../match/interpolate.ts'
import type { Ranked } from '../match/rank.ts'
import type { Areas } from '../read/areas.ts'
import { findContaining } from '../read/containing.ts'
import type { Known } from '../read/known.ts'
import { entriesOf, place, placeAcross } from './entries.ts'
import type { CandidateFinder } from './find-candidates.ts'
import { judge, mapsOfDay, relevantMaps } from './judge.ts'
import type { Located } from './located.ts'
import { normalizedAddress, suggestionsOf } from './normalized-address.ts'
import { type Tried, unmatched } from './tried.ts'

/** What a try of a lookup works with. */
export type Context = {
  readonly database: Queryable
  readonly finder: CandidateFinder
  readonly areas: Areas
  readonly readVersion: () => Promise<number>
  readonly known: Known
  /** YYYY-MM-DD. */
  readonly day: string
}

export async function locateAddress(context: Context, address: string): Promise<Tried> {
  const { finder, known, day } = context
  const parsed = parseAddress(address, known.places)
  const state = stateOf(parsed.readings)
  const refused = refusalOf(parsed)
  if (refused !== null) return { version: 'needless', located: unmatched(refused, state) }
  const hasMaps = state === null || mapsOfDay(known, state, day) !== null
  const { version: latest, found } = hasMaps
    ? await finder.find(known, parsed.readings.filter(isComplete), state)
    : { version: null, found: 'uncovered' as const }
  const version = latest ?? (await context.readVersion())
  if (found === 'uncovered') return { version, located: unmatched('no_coverage', state) }
  if (found === 'too_many') return { version, located: unmatched('split_district', state) }
  if (found.length === 0) return { version, located: unmatched('not_found', state) }
  const states = [...new Set(found.map(({ candidate }) => candidate.state))]
  if (states.length > 1) return { version, located: unmatched('ambiguous', null, suggestionsOf(found)) }
  const located = await judgeCandidates(context, found, states[0]!)
  return located === undefined
    ? { version: null, located: unmatched('no_coverage', state) }
    : { version, located }
}

/** The state that all readings name. */
function stateOf(readings: readonly AddressReading[]): string | null {
  const states = new Set(readings.map(({ state }) => state))
  return states.size === 1 ? [...states][0]! : null
}

const isComplete = ({ number, street, city, state, zip5 }: AddressReading): boolean =>
  number !== null && street !== null && (zip5 !== null || (city !== null && state !== null))

function refusalOf({ refusal, readings }: ParsedAddress): UnmatchedReason | null {
  if (refusal === 'intersection' || refusal === 'incomplete') return 'address_incomplete'
  if (refusal !== null) return 'po_box'
  return readings.some(isComplete) ? null : 'address_incomplete'
}

/** undefined if the data changed meanwhile. */
async function judgeCandidates(
  { database, areas, known, day }: Context,
  found: readonly Ranked[],
  state: string,
): Promise<Located | undefined> {
  const maps = mapsOfDay(known, state, day)
  if (maps === null) return unmatched('no_coverage', state)
  const relevant = relevantMaps(maps)
  const placed = found.flatMap((ranked) => [place(ranked, relevant), ...placeAcross(ranked)])
  // A segment with two names has every position twice.
  const different = new Map(
    placed.flatMap((each) => each.positions).map((position) => [keyOf(position), position]),
  )
  const positions = [...different.values()]
  const containing = await findContaining({ database, areas, boxes: known.shapes }, positions)
  if (containing === undefined) return undefined
  const coveringAt = new Map([...different.keys()].map((key, index) => [key, containing[index]!]))
  const entries = placed.flatMap((each) =>
    entriesOf(
      each,
      each.positions.map((position) => coveringAt.get(keyOf(position))!),
      maps.all,
      state,
    ),
  )
  const judged = await judge(database, entries, { maps, state, positions })
  if (judged.kind === 'uncovered') return unmatched('no_coverage', state)
  if (judged.kind !== 'same') {
    const suggestions = suggestionsOf(found)
    const isAmbiguous = judged.kind === 'split' && found[0]!.level !== 'street' && suggestions.length > 1
    const reason = isAmbiguous ? 'ambiguous' : 'split_district'
    return unmatched(reason, state, isAmbiguous ? suggestions : [])
  }
  return foundOf({ known, found, state, judged, point: placed[0]!.positions[0]! })
}

const keyOf = ({ longitude, latitude }: Position): string => `${longitude} ${latitude}`

function foundOf(parts: {
  readonly known: Known
  readonly found: readonly Ranked[]
  readonly state: string
  readonly judged: Extract<Awaited<ReturnType<typeof judge>>, { kind: 'same' }>
  readonly point: { readonly longitude: number; readonly latitude: number }
}): Located {
  const { known, found, state, judged, point } = parts
  const best = found[0]!
  const used = (known.releases.get(state) ?? []).filter(({ id }) =>
    found.some(({ candidate }) => candidate.release_id === id),
  )
  const areas = new Set(used.map(({ area }) => area))
  const [area] = areas
  const counties = area !== undefined && areas.size === 1 && /\/county:[^/]+$/u.test(area) ? area : null
  const places = new Set(found.map(({ candidate }) => candidate.place))
  const [named] = places
  return {
    matched: true,
    state,
    divisions: judged.divisions,
    next: judged.next,
    level: best.level,
    confidence: best.confidence,
    point,
    normalized_address: normalizedAddress(best),
    county: judged.county ?? counties,
    place: judged.place ?? (places.size === 1 && named != null ? known.divisionOfPlace(state, named) : null),
    releases: used.map(({ name }) => name),
  }
}
