import { toLocal } from '../../dates/local-time.ts'
import { CONGRESS, type RollCallName, rollCallAddress, sessionYear } from '../congress/congress-numbers.ts'
import { type Fields, looseText } from '../records/fields.ts'
import { itemsOf } from '../records/xml.ts'

/**
 * References to roll calls about the bill and its amendments; another publisher has the votes. Chamber, year
 * and number identify a roll call. So one that is listed twice (118 HR 2799: `roll078.xml` and `roll78.xml`,
 * sessions 2 and 1) counts once.
 */
export function mapRollCalls(bill: Fields): Record<string, unknown>[] {
  const found = new Map<string, Record<string, unknown>>()
  const add = (owner: Fields, more: Record<string, unknown>) => {
    for (const item of itemsOf(owner, 'recordedVotes/recordedVote', 'recordedVotes/item')) {
      const rollCall = { ...rollCallOf(item), ...more }
      const key = `${rollCall.chamber} ${rollCall.year} ${rollCall.number}`
      found.set(key, { ...rollCall, ...found.get(key) })
    }
  }
  add(bill, {})
  for (const action of itemsOf(bill, 'actions/item')) add(action, legislativeDay(action))
  for (const amendment of itemsOf(bill, 'amendments/amendment')) {
    const name = { amendment: amendmentName(amendment) }
    add(amendment, name)
    for (const action of itemsOf(amendment, 'actions/actions/item', 'actions/item')) {
      add(action, { ...name, ...legislativeDay(action) })
    }
  }
  return [...found.values()]
}

/** `HAMDT 1163`. Version 1 says type and number twice. */
export function amendmentName(amendment: Fields): string {
  return ['type', 'number']
    .map((name) => (Array.isArray(amendment[name]) ? amendment[name][0] : amendment[name]))
    .filter((text) => typeof text === 'string')
    .join(' ')
}

/** The day of an action is the legislative day, which ends when the chamber rises: a vote at night has the day before. */
function legislativeDay(action: Fields): { legislative_day?: string } {
  const day = looseText(action, 'actionDate')
  return day === '' ? {} : { legislative_day: day }
}

function rollCallOf(item: Fields): RollCallName & { date: string; url: string; action?: string } {
  const date = toLocal(looseText(item, 'date'), CONGRESS.time_zone) ?? looseText(item, 'date')
  const name: RollCallName = {
    congress: looseText(item, 'congress'),
    chamber: looseText(item, 'chamber') === 'Senate' ? 'upper' : 'lower',
    year: yearOf(item, date),
    number: looseText(item, 'rollNumber').replace(/^0+(?=\d)/u, ''),
  }
  const action = looseText(item, 'fullActionName')
  return { ...name, date, url: rollCallAddress(name), ...(action === '' ? {} : { action }) }
}

/** The address has the session's year. The number of the session beside it is sometimes wrong. */
function yearOf(item: Fields, date: string): string {
  const url = looseText(item, 'url')
  const house = /\/evs\/(\d{4})\//u.exec(url)
  if (house !== null) return house[1]!
  const senate = /vote_(\d+)_(\d)_\d+/u.exec(url)
  if (senate !== null) return sessionYear(Number(senate[1]), Number(senate[2]))
  return date.slice(0, 4)
}
