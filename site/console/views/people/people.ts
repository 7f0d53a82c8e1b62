import type { Static } from 'typebox'
import type { LegislatorDetail, LegislatorItem } from '../../../../schemas/http/people/person.ts'
import type { LegislatorScorecard } from '../../../../schemas/http/scorecards/scores.ts'
import { fieldsWith, textField } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { chamberName, day, link, nextPage, notice, placeName, seatName, table } from '../../html/pieces.ts'
import { placeField } from '../../html/place-field.ts'
import { searchForm, sees } from '../../html/shell.ts'
import { districtPart } from '../districts/district.ts'
import { only, type Page, type View } from '../view.ts'

type Person = Static<typeof LegislatorItem>
type Detail = Static<typeof LegislatorDetail>
type Score = Static<typeof LegislatorScorecard>
type SponsoredBill = { readonly id: number; readonly identifier: string; readonly title: string }

const PARAMETERS = ['q', 'jurisdiction', 'cursor']

export const peopleView: View = {
  path: '/console/people',
  section: '/console/people',
  async show(ask, { viewer, query }) {
    const page = await ask.get<Page<Person>>('/v1/legislators', { ...only(query, PARAMETERS), limit: '50' })
    return {
      title: 'People',
      content: html`${searchForm(
        viewer,
        '/console/people',
        fieldsWith('Search', [
          textField({ name: 'q', label: 'Name', value: query.q }, html` type="search" maxlength="300"`),
          placeField(query.jurisdiction),
        ]),
      )}
${sees(viewer, 'find_your_rep') && html`<p><a href="/console/lookup">Find who represents an address</a></p>`}
${page.data.length === 0 && notice('Nobody matches. A name is looked up as it is written on bills.')}
${page.data.length > 0 && table(['Name', 'Party', 'Place', 'Chamber', 'District'], page.data.map(cells))}
${nextPage('/console/people', only(query, PARAMETERS.slice(0, -1)), page.next_cursor)}`,
    }
  },
}

const cells = ({ id, name, party, jurisdiction, chamber, district }: Person): readonly Part[] => [
  html`<a href="/console/people/${id}">${name}</a>`,
  party,
  jurisdiction === null ? null : placeName(jurisdiction),
  chamber === null || jurisdiction === null ? null : chamberName(jurisdiction, chamber),
  district,
]

export const personView: View = {
  path: '/console/people/:id',
  section: '/console/people',
  async show(ask, { viewer, params }) {
    const path = `/v1/legislators/${params.id}`
    const [person, scores, bills] = await Promise.all([
      ask.get<Detail>(path),
      ask.get<Page<Score>>(`${path}/scorecards`, { limit: '50' }),
      ask.get<Page<SponsoredBill>>(`${path}/bills`, { limit: '20' }),
    ])
    const district = await districtPart(ask, person.current_role?.division_id ?? null)
    return {
      title: person.name,
      content: html`${facts(person)}${sees(viewer, 'sheets') && widgetLink(person)}${scorecards(scores)}${sponsored(bills)}${district}`,
    }
  },
}

const widgetLink = ({ id, name }: Detail): Markup =>
  html`<p><a href="/console/widgets/new?${new URLSearchParams({ type: 'legislator', legislator: String(id), name }).toString()}">Show this person on your own site</a></p>`

const facts = (person: Detail): Markup => html`<dl>
${person.party !== null && html`<dt>Party</dt><dd>${person.party}</dd>`}
${person.current_role !== null && html`<dt>Seat</dt><dd>${seatName(person.jurisdiction, person.current_role)}${person.jurisdiction !== null && `, ${placeName(person.jurisdiction)}`}</dd>`}
${person.email !== null && html`<dt>Mail</dt><dd><a href="mailto:${encodeURI(person.email)}">${person.email}</a></dd>`}
${person.links.map(({ url, note }) => html`<dt>Link</dt><dd>${link(url, note === '' ? url : note)}</dd>`)}
</dl><section><h2>Terms</h2><ul>${person.roles.map(
  (role) =>
    html`<li>${seatName(person.jurisdiction, role)} <span class="soft">${day(role.start_date)} to ${day(role.end_date) ?? 'now'}</span></li>`,
)}</ul></section>`

const scorecards = ({ data }: Page<Score>): Part =>
  data.length > 0 &&
  html`<section><h2>Scorecards</h2>${table(
    ['Scorecard', 'Score', 'Points', 'Rank'],
    data.map(({ scorecard, score, printed, points, possible, rank, reason }) => [
      html`<a href="/console/scorecards/${scorecard.id}">${scorecard.title}</a> (${scorecard.organization})`,
      score === null ? (printed ?? reason ?? 'none') : `${score}`,
      points === null ? null : `${points} of ${possible}`,
      rank,
    ]),
  )}</section>`

const sponsored = ({ data, next_cursor }: Page<SponsoredBill>): Part =>
  data.length > 0 &&
  html`<section><h2>Sponsored bills</h2><ul>${data.map(
    ({ id, identifier, title }) => html`<li><a href="/console/bills/${id}">${identifier}</a> ${title}</li>`,
  )}</ul>${next_cursor !== null && html`<p class="soft">There are more.</p>`}</section>`
