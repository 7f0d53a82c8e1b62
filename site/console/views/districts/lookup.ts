import type { Static } from 'typebox'
import type { RepresentativesAnswer } from '../../../../schemas/http/places/representatives.ts'
import { type Boundary, districtMap, districtsAmong } from '../../../fragments/district-map.ts'
import { whyUnmatched } from '../../../fragments/unmatched-address.ts'
import { divisionName, stateOfDivision } from '../../html/division-name.ts'
import { fieldsWith, textField } from '../../html/form-fields.ts'
import { html, Markup, type Part } from '../../html/html.ts'
import { chamberName, notice, table } from '../../html/pieces.ts'
import { type Body, postForm, type Viewer } from '../../html/shell.ts'
import type { Action, Ask, View } from '../view.ts'

type Answer = Static<typeof RepresentativesAnswer>
type Official = Answer['representatives'][number]

const PATH = '/console/lookup'

export const lookupView: View = {
  path: PATH,
  section: PATH,
  show: async (_ask, { viewer }) => ({ title: 'Who represents an address', content: lookupForm(viewer) }),
}

const lookupForm = (viewer: Viewer, address = ''): Markup =>
  postForm(
    viewer,
    PATH,
    fieldsWith(
      'Find the officials',
      textField(
        {
          name: 'address',
          label: 'Street address, city and state',
          value: address,
          hint: 'It is stored nowhere, and stands in no address of a page. A match counts as one lookup.',
          is_wide: true,
        },
        html` required maxlength="500" autocomplete="street-address"`,
      ),
    ),
  )

export const lookupAction: Action = {
  path: PATH,
  section: PATH,
  async act(ask, { viewer, form }) {
    const { address = '' } = form
    const answer = await ask.send<Answer>('POST', '/v1/representatives', {
      address,
      include: ['details', 'congress'],
    })
    const found = answer.matched ? await matched(ask, answer) : unmatched(answer)
    return {
      title: 'Who represents an address',
      content: html`${lookupForm(viewer, address)}${found}`,
    } satisfies Body
  },
}

const unmatched = ({ reason, suggestions = [] }: Answer): Part => html`<section><h2>No match</h2>
${notice(whyUnmatched(reason), 'bad')}${suggestions.length > 0 && html`<ul>${suggestions.map((each) => html`<li>${each}</li>`)}</ul>`}</section>`

async function matched(ask: Ask, answer: Answer): Promise<Part> {
  const { geographies, representatives, congress, point, divisions = [], normalized_address } = answer
  const districts = await districtsAmong(divisions, (path) => ask.find<Boundary>(path))
  const federal = congress === undefined ? [] : [...congress.senators, ...congress.representatives]
  return html`<section><h2>${geographies.state}</h2>
${notice(`${normalized_address ?? 'The address'} was found.`)}
${representatives.length === 0 ? notice('Every seat of these districts is vacant.') : officials(stateOfDivision(divisions[0]?.division_id ?? ''), representatives)}
${federal.length > 0 && html`<h3>Congress</h3>${officials('us', federal)}`}
<h3>Districts</h3><ul>${divisions.map(({ division_id }) => html`<li><a href="/console/districts/${encodeURIComponent(division_id)}">${divisionName(division_id)}</a></li>`)}</ul>
${new Markup(districtMap(districts, point))}</section>`
}

const officials = (place: string, people: readonly Official[]): Markup =>
  table(
    ['Name', 'Party', 'Chamber', 'District', 'Mail'],
    people.map(({ id, name, party, chamber, district, email }) => [
      html`<a href="/console/people/${id}">${name}</a>`,
      party,
      chamberName(place, chamber),
      district,
      email === null ? null : html`<a href="mailto:${encodeURI(email)}">${email}</a>`,
    ]),
  )
