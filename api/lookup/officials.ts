import { chamberOfTier } from '../../locate/divisions/chambers.ts'
import type { DivisionInForce } from '../../locate/lookup/located.ts'
import { byDistrict, districtName } from '../../locate/officials/district-name.ts'
import { appliesOn, type DatedRole, partyOn } from '../../locate/officials/seated.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { Official } from '../read-model/people/officials.ts'

const US = 'ocd-division/country:us'

/** The state and the divisions in which an address has officials. */
export type Constituency = {
  /** Postal code in lower case. */
  readonly state: string
  readonly divisions: readonly DivisionInForce[]
}

/** A person in a seat on a day. */
export type SeatedOfficial = {
  readonly official: Official
  readonly role: DatedRole
  readonly chamber: 'upper' | 'lower'
  readonly district: string
  readonly party: string | null
}

const divisionOfState = (state: string): string =>
  findJurisdiction(state)?.division_id ?? `${US}/state:${state}`

/** Members who are elected by a whole state or territory, beside those of its districts, have one of these divisions. */
function wholeStateOf(state: string): string[] {
  const id = divisionOfState(state)
  return [id, `${id}/sldu:at-large`, `${id}/sldl:at-large`]
}

/** Every division whose officials may be in an answer. */
export function divisionsToRead(places: readonly Constituency[]): readonly string[] {
  const ids = places.flatMap(({ state, divisions }) => [
    ...wholeStateOf(state),
    ...divisions.filter(({ tier }) => chamberOfTier(tier) !== undefined || tier === 'cd').map(idOf),
  ])
  return [...new Set(ids)]
}

/**
 * Members of the legislature who are seated on a day. `begun_on`: the first day on which the role of a division may have
 * begun, for members of a map that is not in force yet.
 */
export function legislatorsOf(
  place: Constituency,
  people: readonly Official[],
  day: string,
  begunOn: (division: DivisionInForce) => string = () => '',
): readonly SeatedOfficial[] {
  const jurisdiction = divisionOfState(place.state)
  const whole = new Set(wholeStateOf(place.state))
  const districts = new Map(
    place.divisions
      .filter(({ tier }) => chamberOfTier(tier) !== undefined)
      .map((each) => [each.division_id, each]),
  )
  return seatedBy(people, day, (role) => {
    if (role.jurisdiction !== jurisdiction || role.division_id === null) return false
    const division = districts.get(role.division_id)
    if (division === undefined) return whole.has(role.division_id)
    return (role.start_date ?? '').slice(0, 10) >= begunOn(division)
  })
}

/** Members of the House and of the Senate of the United States. */
export function congressOf(
  place: Constituency,
  people: readonly Official[],
  day: string,
): { readonly representatives: readonly SeatedOfficial[]; readonly senators: readonly SeatedOfficial[] } {
  const state = divisionOfState(place.state)
  const districts = new Set(place.divisions.filter(({ tier }) => tier === 'cd').map(idOf))
  const of = (chamber: string, isTheirs: (id: string) => boolean) =>
    seatedBy(
      people,
      day,
      (role) =>
        role.jurisdiction === US &&
        role.chamber === chamber &&
        role.division_id !== null &&
        isTheirs(role.division_id),
    )
  return {
    representatives: of('lower', (id) => districts.has(id)),
    senators: of('upper', (id) => id === state),
  }
}

/** Finds each seated person once, in the seat that began last. */
function seatedBy(
  people: readonly Official[],
  day: string,
  isTheirs: (role: DatedRole) => boolean,
): SeatedOfficial[] {
  return people
    .flatMap((official): SeatedOfficial[] => {
      const role = official.roles
        .filter((each) => each.chamber !== null && isTheirs(each) && appliesOn(each, day))
        .toSorted((a, b) => (a.start_date ?? '').localeCompare(b.start_date ?? ''))
        .at(-1)
      if (role === undefined) return []
      return [
        {
          official,
          role,
          chamber: role.chamber === 'lower' ? 'lower' : 'upper',
          district: role.district ?? districtName(role.division_id ?? '', []),
          party: partyOn(official.parties, day),
        },
      ]
    })
    .toSorted(bySeat)
}

/** The upper chamber first, members of districts before those of the whole state, then by district and id. */
function bySeat(a: SeatedOfficial, b: SeatedOfficial): number {
  const rank = ({ chamber, role }: SeatedOfficial) =>
    (chamber === 'upper' ? 0 : 2) + (isWholeState(role.division_id ?? '') ? 1 : 0)
  return rank(a) - rank(b) || byDistrict(a.district, b.district) || a.official.id - b.official.id
}

const isWholeState = (id: string): boolean => /\/(?:state:[a-z]+|sld[ul]:at-large)$/u.test(id)

/** The names of the districts of a chamber, the base district before those that lie over it. */
export function districtsOf(
  { divisions }: Constituency,
  people: readonly Official[],
  chamber: 'upper' | 'lower',
): string | null {
  const names = divisions
    .filter(({ tier }) => chamberOfTier(tier) === chamber)
    .map(({ division_id }) => districtName(division_id, printedNames(division_id, people)))
    .toSorted(byDistrict)
  return names.length === 0 ? null : names.join('; ')
}

/** Newest first. */
const printedNames = (divisionId: string, people: readonly Official[]): string[] =>
  people
    .flatMap(({ id, roles }) =>
      roles
        .filter(({ division_id }) => division_id === divisionId)
        .map(({ district, start_date }) => ({ id, district, start: start_date ?? '' })),
    )
    .toSorted((a, b) => b.start.localeCompare(a.start) || a.id - b.id)
    .flatMap(({ district }) => district ?? [])

const idOf = ({ division_id }: DivisionInForce): string => division_id
