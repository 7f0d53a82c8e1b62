import type { Static } from 'typebox'
import type { ScorecardDetail, ScorecardItem } from '../../../schemas/http/scorecards/scorecard.ts'
import type { Score } from '../../../schemas/http/scorecards/scores.ts'
import { html, type Markup, type Part } from '../html/html.ts'
import { chamberName, day, nextPage, notice, placeName, table, words } from '../html/pieces.ts'
import { sees, type Viewer } from '../html/shell.ts'
import { type Ask, only, type Page, type View } from './view.ts'

type Scorecard = Static<typeof ScorecardItem>
type Detail = Static<typeof ScorecardDetail>
type MemberScore = Static<typeof Score>

const SECTION = '/console/scorecards'
const API = '/v1/scorecards'

export const scorecardsView: View = {
  path: SECTION,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const [own, all] = await Promise.all([
      ownOf(ask, viewer),
      ask.get<Page<Scorecard>>(API, { ...only(query, ['cursor']), limit: '50' }),
    ])
    return {
      title: 'Scorecards',
      content: html`<p>A scorecard says how legislators voted on what matters to an organization.</p>
${own !== undefined && html`<section><h2>Of your account</h2>${own.length === 0 ? notice('Your account has none. Programs make scorecards, by the API.') : ownTable(own)}</section>`}
<section><h2>Published</h2>${
        all.data.length === 0
          ? notice('No organization has published a scorecard.')
          : table(
              ['Scorecard', 'Organization', 'Place', 'Sessions'],
              all.data.map((one) => [
                titleLink(one),
                one.organization.name,
                placeName(one.jurisdiction),
                one.sessions.join(', '),
              ]),
            )
      }${nextPage(SECTION, {}, all.next_cursor)}</section>`,
    }
  },
}

/** An account has at most 200. */
async function ownOf(ask: Ask, viewer: Viewer): Promise<readonly Scorecard[] | undefined> {
  if (!sees(viewer, 'scorecards')) return undefined
  return (await ask.get<Page<Scorecard>>(API, { own: 'true', limit: '200' })).data
}

const titleLink = ({ id, title }: Scorecard): Markup => html`<a href="${SECTION}/${id}">${title}</a>`

const ownTable = (scorecards: readonly Scorecard[]): Markup =>
  table(
    ['Scorecard', 'Place', 'Sessions', 'State', 'Changed'],
    scorecards.map((one) => [
      titleLink(one),
      placeName(one.jurisdiction),
      one.sessions.join(', '),
      one.own?.visibility === 'public' ? html`Published ${day(one.own.published_at)}` : 'Private',
      day(one.updated_at),
    ]),
  )

export const scorecardView: View = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async show(ask, { params, query }) {
    const path = `${API}/${params.id}`
    const [scorecard, scores] = await Promise.all([
      ask.get<Detail>(path),
      ask.get<Page<MemberScore>>(`${path}/scores`, { ...only(query, ['cursor']), limit: '100' }),
    ])
    const { id, title, organization, jurisdiction, sessions, own } = scorecard
    return {
      title,
      content: html`<p>${organization.name}, ${placeName(jurisdiction)}, ${sessions.join(', ')}</p>
<p>${own?.visibility === 'private' ? 'It is private: only your account sees it.' : html`<a href="/scorecards/${id}">The public page with every mark</a>`}</p>
<section><h2>Scores</h2>${scores.data.length === 0 ? notice('Nobody has a score yet.') : scoresTable(jurisdiction, scores.data)}
${nextPage(`${SECTION}/${id}`, {}, scores.next_cursor)}</section>
<section><h2>What counts</h2>${table(['Item', 'Bill', 'Position', 'Weight'], scorecard.items.map(itemCells))}</section>`,
    }
  },
}

const scoresTable = (jurisdiction: string, scores: readonly MemberScore[]): Markup =>
  table(
    ['Rank', 'Name', 'Chamber', 'Score', 'Points'],
    scores.map(({ rank, legislator, name, chamber, score, printed, reason, points, possible }) => [
      rank,
      legislator === null ? name : html`<a href="/console/people/${legislator.id}">${name}</a>`,
      chamber === null ? null : chamberName(jurisdiction, chamber),
      score ?? printed ?? (reason === null ? 'none' : words(reason)),
      points === null ? null : `${points} of ${possible}`,
    ]),
  )

const itemCells = ({
  title,
  bill_identifier,
  session,
  position,
  weight,
}: Detail['items'][number]): readonly Part[] => [
  title,
  bill_identifier === null ? null : `${bill_identifier}${session === null ? '' : ` (${session})`}`,
  words(position),
  weight,
]
