import { chamberOfTier } from '../../locate/divisions/chambers.ts'
import type { DivisionInForce, Found, Located, NotFound } from '../../locate/lookup/located.ts'
import type { LookupPart } from '../../schemas/http/places/representatives.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { Official } from '../read-model/people/officials.ts'
import {
  type Constituency,
  congressOf,
  districtsOf,
  divisionsToRead,
  legislatorsOf,
  type SeatedOfficial,
} from './officials.ts'

export type AnswerOptions = {
  /** YYYY-MM-DD */
  readonly as_of: string
  readonly parts: ReadonlySet<LookupPart>
}

/** The body of an answer. */
export type LookupAnswer = { readonly matched: boolean } & Readonly<Record<string, unknown>>

export async function answerOf(
  located: Located,
  options: AnswerOptions,
  peopleOf: (divisionIds: readonly string[]) => Promise<readonly Official[]>,
): Promise<LookupAnswer> {
  if (!located.matched) return unmatched(located)
  const upcoming = options.parts.has('next') ? located.next : null
  const next = upcoming === null ? undefined : { state: located.state, divisions: upcoming.divisions }
  const places = next === undefined ? [located] : [located, next]
  const people = await peopleOf(divisionsToRead(places))
  return matched(located, people, options)
}

function unmatched({ state, reason, suggestions }: NotFound): LookupAnswer {
  return {
    matched: false,
    geographies: {
      matched: false,
      state: state === null ? null : nameOf(state),
      upper_district: null,
      lower_district: null,
    },
    representatives: [],
    reason,
    ...(reason === 'ambiguous' ? { suggestions: suggestions.slice(0, 5) } : {}),
  }
}

function matched(located: Found, people: readonly Official[], options: AnswerOptions): LookupAnswer {
  const { as_of, parts } = options
  const show = (seated: readonly SeatedOfficial[]) =>
    seated.map((each) => representativeOf(each, parts.has('details')))
  const congress = congressOf(located, people, as_of)
  return {
    matched: true,
    geographies: geographiesOf(located, people),
    representatives: show(legislatorsOf(located, people, as_of)),
    ...(parts.has('details') ? detailsOf(located) : {}),
    ...(parts.has('congress')
      ? { congress: { representatives: show(congress.representatives), senators: show(congress.senators) } }
      : {}),
    ...(parts.has('next') ? { next: nextOf(located, people, { as_of, show }) } : {}),
  }
}

const nameOf = (state: string): string => findJurisdiction(state)?.name ?? state.toUpperCase()

const geographiesOf = (place: Constituency, people: readonly Official[]): object => ({
  matched: true,
  state: nameOf(place.state),
  upper_district: districtsOf(place, people, 'upper'),
  lower_district: districtsOf(place, people, 'lower'),
})

function representativeOf(seated: SeatedOfficial, hasDetails: boolean): object {
  const { official, role, chamber, district, party } = seated
  const { id, name, email, ocd_id, image, invalid_url, offices, links } = official
  const brief = { id, name, party, chamber, district, email, ocd_id }
  if (!hasDetails) return brief
  return {
    ...brief,
    division_id: role.division_id,
    title: role.title,
    image,
    ...(invalid_url === undefined ? {} : { invalid_url }),
    offices,
    links,
    legislator: `/v1/legislators/${id}`,
  }
}

function detailsOf(located: Found): object {
  const { divisions, point, level, confidence, normalized_address, county, place, releases } = located
  const mapOf = (chamber: 'upper' | 'lower') =>
    divisions.find(({ tier }) => chamberOfTier(tier) === chamber)?.map ?? null
  return {
    normalized_address,
    match_level: level,
    confidence,
    point: { lat: point.latitude, lng: point.longitude },
    divisions: divisions.map(divisionOf),
    county,
    place,
    boundary_release: { upper: mapOf('upper'), lower: mapOf('lower') },
    source: releases,
    local: divisions.filter(({ tier }) => tier === 'council_district').map(divisionOf),
  }
}

const divisionOf = ({ division_id, tier, map, valid_from, valid_to }: DivisionInForce): object => ({
  division_id,
  type: tier,
  boundary_release: map,
  valid_from,
  valid_to,
})

/** For a new map, only people whose term begins with it count: today's members were elected in other districts. */
function nextOf(
  located: Found,
  people: readonly Official[],
  { as_of, show }: { as_of: string; show: (seated: readonly SeatedOfficial[]) => object[] },
): object | null {
  if (located.next === null) return null
  const { effective_on, divisions } = located.next
  const place = { state: located.state, divisions }
  const begunOn = ({ valid_from }: DivisionInForce) =>
    valid_from !== null && valid_from > as_of ? valid_from : ''
  return {
    effective_on,
    geographies: geographiesOf(place, people),
    representatives: show(legislatorsOf(place, people, effective_on, begunOn)),
  }
}
