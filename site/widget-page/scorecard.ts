import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { WidgetScorecard } from '../../schemas/http/widgets/widget-scorecard.ts'
import { isWebLink } from '../../schemas/values/web-link.ts'
import { memberName } from '../fragments/member-name.ts'

/** The scores of a scorecard as a table, with a link to the page that shows what they are made of. */
export function scorecardTable(scorecard: WidgetScorecard | null): string {
  if (scorecard === null) return '<p class="hint">This scorecard is not published any more.</p>'
  const { title, organization, place, sessions, scores, page_url } = scorecard
  const facts = [`By ${organization}`, place, `session ${sessions.join(', ')}`].join('; ')
  const more = isWebLink(page_url)
    ? `<p><a href="${escapeHtml(page_url)}" target="_blank" rel="noopener noreferrer">How these scores are made</a></p>`
    : ''
  return `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(facts)}.</p>${scoreTable(title, scores)}${more}`
}

function scoreTable(title: string, scores: WidgetScorecard['scores']): string {
  if (scores.length === 0) return '<p class="hint">No member has a score yet.</p>'
  const rows = scores.map((one) => {
    const rank = one.rank === null ? '' : String(one.rank)
    const cells = [
      ['Chamber', one.chamber ?? ''],
      ['Score', scoreText(one)],
      ['Rank', rank],
    ] as const
    const data = cells.map(([label, text]) => `<td data-label="${label}">${escapeHtml(text)}</td>`)
    return `<tr><th scope="row">${escapeHtml(memberName(one))}</th>${data.join('')}</tr>`
  })
  const head = ['Member', 'Chamber', 'Score', 'Rank'].map((text) => `<th scope="col">${text}</th>`).join('')
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(`${title}: table`)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

type ShownScore = WidgetScorecard['scores'][number]

/** A printed score is shown as printed. */
const scoreText = ({ score, printed }: ShownScore): string =>
  score === null ? (printed ?? 'none') : `${score} %`
