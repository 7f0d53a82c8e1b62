import type { Static } from 'typebox'
import type { LegislatorItem } from '../../../../schemas/http/people/person.ts'
import type { BoundaryFeature } from '../../../../schemas/http/places/boundary.ts'
import { type Boundary, boundaryPath, districtMap, nameOf } from '../../../fragments/district-map.ts'
import { html, Markup, type Part } from '../../html/html.ts'
import { day, notice, placeName, seatName, table } from '../../html/pieces.ts'
import type { Ask, Asked, Page, View } from '../view.ts'

type Feature = Static<typeof BoundaryFeature> & Boundary
type Person = Static<typeof LegislatorItem>

const SQUARE_KM = 1_000_000

export const districtView: View = {
  path: '/console/districts/:id',
  section: '/console/lookup',
  async show(ask, { params }) {
    const id = decodeURIComponent(params.id!)
    const boundary = await ask.get<Feature>(boundaryPath(id))
    const { properties } = boundary
    return {
      title: nameOf(boundary),
      content: html`${picture(boundary)}
<dl><dt>Place</dt><dd>${placeName(properties.jurisdiction)}</dd>
<dt>Map</dt><dd>${properties.release}${properties.valid_from !== null && html`, from ${day(properties.valid_from)}`}</dd>
<dt>Area</dt><dd>${Math.round(properties.area_m2 / SQUARE_KM).toLocaleString('en-US')} km²</dd>
<dt>Id</dt><dd>${id}</dd></dl>
${await members(ask, properties.jurisdiction, id)}`,
    }
  },
}

const chamberOf = (divisionId: string): 'upper' | 'lower' => (/\/sldl:/u.test(divisionId) ? 'lower' : 'upper')

const picture = (boundary: Feature): Markup =>
  new Markup(
    districtMap([
      { chamber: chamberOf(boundary.properties.ocd_id), name: nameOf(boundary), geometry: boundary.geometry },
    ]),
  )

/** Pages of people of a place that are read. */
const MOST_PAGES = 4

/**
 * The people whose seat is in this district. Its legislature may name the district or the seat differently: then all people
 * of the place are looked at.
 */
async function members(ask: Ask, jurisdiction: string, divisionId: string): Promise<Part> {
  const district = /:([^/:]+)$/u.exec(divisionId)?.[1]
  const asked = { jurisdiction, current: 'true', limit: '200' }
  const named = await peopleIn(ask, divisionId, { ...asked, district })
  const seated = named.length > 0 ? named : await peopleIn(ask, divisionId, asked)
  if (seated.length === 0) return notice('Nobody is known to have the seat of this district.')
  return html`<section><h2>Members</h2>${table(
    ['Name', 'Party', 'Seat'],
    seated.map(({ id, name, party, current_role }) => [
      html`<a href="/console/people/${id}">${name}</a>`,
      party,
      current_role === null ? null : seatName(jurisdiction, current_role),
    ]),
  )}</section>`
}

async function peopleIn(ask: Ask, divisionId: string, asked: Asked): Promise<readonly Person[]> {
  const found: Person[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Page<Person> = await ask.get('/v1/legislators', { ...asked, cursor: cursor ?? undefined })
    found.push(...page.data.filter(({ current_role }) => current_role?.division_id === divisionId))
    cursor = page.next_cursor
    if (cursor === null) break
  }
  return found
}

/** The district of a person as a picture that leads to its page; nothing if no map of it is loaded. */
export async function districtPart(ask: Ask, divisionId: string | null): Promise<Part> {
  if (divisionId === null) return null
  const boundary = await ask.find<Feature>(boundaryPath(divisionId))
  if (boundary === undefined) return null
  return html`<section><h2>District</h2><p><a href="/console/districts/${encodeURIComponent(divisionId)}">${nameOf(boundary)}</a></p>
${picture(boundary)}</section>`
}
