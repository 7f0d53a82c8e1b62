import type { Objection } from '../../source-interface/feed.ts'
import { looseText, textOf } from '../records/fields.ts'
import { elementOf, itemsOf, xmlReader } from '../records/xml.ts'
import { MONTHS } from './fields.ts'

/** A roll call in a listing. The day is null if it cannot be read. */
export type Listed = { readonly number: number; readonly day: string | null }

/** `21-Jan` of a year. */
function dayOf(printed: string, year: string): string | null {
  const match = /^(\d{1,2})-([A-Za-z]{3})$/u.exec(printed.trim())
  const month = match === null ? -1 : MONTHS.indexOf(match[2]!.toLowerCase())
  return month === -1 ? null : `${year}-${String(month + 1).padStart(2, '0')}-${match![1]!.padStart(2, '0')}`
}

export type HouseIndex = {
  readonly listed: readonly Listed[]
  /** The pages that it links to, newest first: 200 for `ROLL_200.asp`. */
  readonly hundreds: readonly number[]
}

const ROW = /rollnumber=(\d+)[\s\S]*?(?=rollnumber=\d|$)/giu

/**
 * Reads a page of the Clerk: a table with a link (`rollnumber=37`) and a day (`21-Jan`) for each roll call.
 */
export function readHouseIndex(html: string, year: string): HouseIndex {
  const listed = [...html.matchAll(ROW)].map(([row, number]) => ({
    number: Number(number),
    day: dayOf(/>\s*(\d{1,2}-[A-Za-z]{3})\s*</u.exec(row)?.[1] ?? '', year),
  }))
  const hundreds = new Set([...html.matchAll(/ROLL_(\d+)\.asp/giu)].map(([, hundred]) => Number(hundred)))
  return {
    listed: [...new Map(listed.map((one) => [one.number, one])).values()],
    hundreds: [...hundreds].toSorted((a, b) => b - a),
  }
}

const parse = xmlReader({ lists: new Set(['vote']) })

type Session = { readonly congress: string; readonly year: string }

/**
 * Says why this is not the menu of a session. Gives null for the menu of the previous session, which is served until
 * the new one meets.
 */
export function menuFault(xml: string, { congress, year }: Session): Objection | null {
  const reported = sessionOf(xml)
  if (reported === null) return { code: 'upstream_malformed', detail: 'no menu of roll calls' }
  if (reported.year <= year) return null
  return {
    code: 'upstream_malformed',
    detail: `the menu of ${congress}, ${year} is of ${reported.congress}, ${reported.year}`,
  }
}

/** Empty if the session has not begun. */
export function readSenateMenu(xml: string, { congress, year }: Session): readonly Listed[] {
  const reported = sessionOf(xml)
  if (reported?.congress !== congress || reported.year !== year) return []
  return itemsOf(elementOf(parse(xml), 'vote_summary'), 'votes/vote').map((vote) => ({
    number: Number(textOf(vote, 'vote_number')),
    day: dayOf(looseText(vote, 'vote_date'), year),
  }))
}

function sessionOf(xml: string): Session | null {
  // The HTTP client refuses a broken body.
  if (!/<\/vote_summary>/u.test(xml)) return null
  const summary = elementOf(parse(xml), 'vote_summary')
  const [congress, year] = [looseText(summary, 'congress'), looseText(summary, 'congress_year')]
  return congress === '' || year === '' ? null : { congress, year }
}
