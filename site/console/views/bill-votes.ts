import type { Static } from 'typebox'
import type { VoteItem } from '../../../schemas/http/bills/vote.ts'
import { html, type Markup, type Part } from '../html/html.ts'
import { chamberName, day, words } from '../html/pieces.ts'
import { labelOf, type Seats, seatChart } from '../html/seat-chart.ts'
import type { Ask, Page } from './view.ts'

type Vote = Static<typeof VoteItem>

/** Roll calls that are drawn. Committees of some places vote more often. */
const MOST = '20'

export async function loadVotes(ask: Ask, path: string): Promise<Part> {
  const votes = await ask.get<Page<Vote>>(`${path}/votes`, { limit: MOST })
  if (votes.data.length === 0) return null
  return html`<section><h2>Roll calls</h2>${votes.data.map(rollCall)}
${votes.next_cursor !== null && html`<p class="soft">There are more than ${MOST} roll calls.</p>`}</section>`
}

function rollCall(vote: Vote): Markup {
  const seats = seatsOf(vote)
  return html`<article><h3>${vote.motion_text}</h3>
<p>${day(vote.start_date)} ${vote.chamber !== null && chamberName(vote.jurisdiction, vote.chamber)}: ${vote.result === null ? 'no result given' : words(vote.result)} (${labelOf(seats)})</p>
${seatChart(seats)}
${
  vote.votes.length > 0 &&
  html`<details><summary>How each member voted</summary><ul>${vote.votes.map(
    ({ option, voter_name, person, party }) =>
      html`<li>${person === null || person.id === null ? voter_name : html`<a href="/console/people/${person.id}">${person.name}</a>`}${party !== null && ` (${party})`}: ${words(option)}</li>`,
  )}</ul></details>`
}</article>`
}

/** The counts that the source states; without them, those of the listed members. */
export function seatsOf({ counts, roll_counts }: Pick<Vote, 'counts' | 'roll_counts'>): Seats {
  const seats = { yes: 0, no: 0, other: 0 }
  const list: readonly { readonly option: string; readonly value: number }[] =
    counts.length > 0 ? counts : roll_counts
  for (const { option, value } of list) seats[option === 'yes' || option === 'no' ? option : 'other'] += value
  return seats
}
