import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { ScorecardItem, ScorecardPolicies } from '../../schemas/event-bodies/scorecard.ts'
import { isWebLink } from '../../schemas/values/web-link.ts'
import { missedMarks } from '../../schemas/vocabulary/scorecards.ts'
import { memberName } from '../fragments/member-name.ts'
import { GRAY, plainStyleOf } from '../stakeholder-page/style.ts'
import type { PageScore, PageScorecard } from './page-source.ts'

/** The whole page. Everything that a score is made of is on it. */
export function pageHtml(scorecard: PageScorecard): string {
  const title = escapeHtml(scorecard.title)
  const { organization, place, sessions, published_on } = scorecard
  const facts = [
    place,
    `session ${sessions.join(', ')}`,
    ...(published_on === null ? [] : [`published ${published_on}`]),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${plainStyleOf(GRAY)}</style></head>
<body><a class="skip" href="#scores">Skip to the scores</a>
<header><h1>${title}</h1><p>By ${linkHtml(organization.url, organization.name)}: ${escapeHtml(facts.join('; '))}.${scorecard.url === null ? '' : ` ${linkHtml(scorecard.url, 'The original')}`}</p></header>
<main>${scorecard.policies === null ? printedHtml(scorecard) : rulesHtml(scorecard, scorecard.policies)}
${scorecard.items.length === 0 ? '' : itemsHtml(scorecard)}
${scoresHtml(scorecard)}
<p class="tools"><a href="/scorecards/${scorecard.id}/scores.csv">Download as CSV</a></p></main></body></html>`
}

const linkHtml = (url: string | null, text: string): string =>
  url !== null && isWebLink(url)
    ? `<a href="${escapeHtml(url)}" rel="nofollow noopener">${escapeHtml(text)}</a>`
    : escapeHtml(text)

const printedHtml = ({ printed_unit }: PageScorecard): string =>
  `<p>The scores are as the organization printed them${printed_unit === 'none' ? ', and it printed none' : ''}. It does not say here how they were made.</p>`

const words = (word: string): string => word.replaceAll('_', ' ')

/** How to compute a score with a pencil. */
function rulesHtml({ points_of_weight: unit }: PageScorecard, policies: ScorecardPolicies): string {
  const rows = missedMarks.map(
    (mark) => `<tr><th scope="row">${words(mark)}</th><td>${worth[policies[mark]] ?? ''}</td></tr>`,
  )
  const each = unit === 1 ? 'its weight in points' : `${unit} points for each weight of 1`
  const sessions =
    policies.lifetime === 'mean'
      ? ' If there are several sessions, the score is the mean of the scores of the sessions.'
      : ''
  return `<h2>How a score is made</h2>
<p>Each item is worth ${each}. “For” and “against” are the side of the organization: “for” earns all points of the item, “against” none. The score is 100 × points / possible points, ${roundings[policies.rounding] ?? ''}.${sessions} Fewer than ${policies.min_votes} counted ${policies.min_votes === 1 ? 'item gives' : 'items give'} no score. Votes count only while the member was seated in that chamber.</p>
<details><summary>What a missed vote counts</summary><table><tbody>${rows.join('')}</tbody></table></details>`
}

const worth: Readonly<Record<string, string>> = {
  against: 'no points of the possible ones',
  exclude: 'left out: neither points nor possible points',
  half: 'half of the points',
  as_majority: 'as the majority of the chamber voted; left out without a majority',
  credit: 'all points',
}
const roundings: Readonly<Record<string, string>> = {
  half_up: 'rounded to a whole number, and up from one half',
  half_even: 'rounded to a whole number, and to an even one from one half',
  down: 'rounded down to a whole number',
}

function itemsHtml({ items, points_of_weight: unit, method }: PageScorecard): string {
  const isComputed = method === 'computed'
  const rows = items.map(
    (item) =>
      `<tr><th scope="row">${escapeHtml(item.id)}</th><td>${linkHtml(item.url, item.title)}${item.why === null ? '' : `<br>${escapeHtml(item.why)}`}</td><td>${escapeHtml(subjectOf(item))}</td><td>${item.position}</td><td>${item.weight}</td>${isComputed ? `<td>${item.weight * unit}</td>` : ''}</tr>`,
  )
  const points = isComputed ? '<th scope="col">Points</th>' : ''
  return `<h2>Items</h2><div class="wide" tabindex="0" role="region" aria-label="Items"><table><thead><tr><th scope="col">Item</th><th scope="col">What</th><th scope="col">Vote or bill</th><th scope="col">Asked for</th><th scope="col">Weight</th>${points}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** `HB 12, roll call 78, House, 2026-02-10`. */
function subjectOf({
  kind,
  bill_identifier,
  roll_call,
  vote_ocd_id,
  bill_ocd_id,
  chamber,
  date,
}: ScorecardItem): string {
  const parts = [
    ...(kind === 'vote' ? [] : [words(kind)]),
    bill_identifier ?? bill_ocd_id,
    roll_call === null ? vote_ocd_id : `roll call ${roll_call}`,
    chamber === null ? null : words(chamber),
    date,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function scoresHtml({ items, scores, method }: PageScorecard): string {
  if (scores.length === 0) return '<p role="status">No member has a score yet.</p>'
  const isComputed = method === 'computed'
  const hasPrinted = scores.some(({ printed }) => printed !== null)
  const heads = [
    ...['Member', 'Chamber'],
    ...(isComputed ? ['Score', 'Points', 'Possible', 'Rank'] : []),
    ...(hasPrinted ? ['Printed'] : []),
    ...(isComputed ? items.map(({ id }) => id) : []),
  ]
  const rows = scores.map((one) => {
    const cells = [
      one.chamber === null ? '' : words(one.chamber),
      ...(isComputed ? resultOf(one) : []),
      ...(hasPrinted ? [one.printed ?? ''] : []),
    ].map((text) => `<td>${escapeHtml(text)}</td>`)
    const marks = isComputed ? items.map((item) => `<td>${marksOf(one, item)}</td>`) : []
    return `<tr><th scope="row">${escapeHtml(nameOf(one))}</th>${cells.join('')}${marks.join('')}</tr>`
  })
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  return `<h2>Scores</h2><div class="wide" id="scores" tabindex="0" role="region" aria-label="Scores"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const nameOf = ({ legislator, name }: PageScore): string =>
  legislator === null ? `${name} (as printed)` : memberName(legislator)

const reasons: Readonly<Record<string, string>> = {
  nothing_counted: 'none: nothing counted',
  too_few_votes: 'none: too few votes',
}

function resultOf({ score, points, possible, rank, reason, sessions }: PageScore): string[] {
  const bySession =
    sessions.length < 2
      ? ''
      : ` (${sessions.map((one) => `${one.session ?? ''}: ${one.score ?? 'none'}`).join('; ')})`
  const shown = score === null ? (reasons[reason ?? ''] ?? 'none') : `${score} %${bySession}`
  return [shown, String(points ?? ''), String(possible ?? ''), rank === null ? '' : String(rank)]
}

/** `for 2/2`: what the member did, and the points of the possible ones. */
function marksOf({ items }: PageScore, { id }: ScorecardItem): string {
  const own = items.filter(({ item_id }) => item_id === id)
  return own
    .map(({ mark, points, possible }) => `${words(mark)}${possible === 0 ? '' : ` ${points}/${possible}`}`)
    .map(escapeHtml)
    .join('<br>')
}
