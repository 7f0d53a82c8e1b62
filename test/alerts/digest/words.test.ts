import { expect, it } from 'vitest'
import { linesOf } from '../../../alerts/changes/bill-lines.ts'
import type { ChangeContent } from '../../../alerts/changes/change.ts'
import { standingOf, wordsOf } from '../../../alerts/digest/words.ts'

const vote = (result: string, yes: number | null, no: number | null): ChangeContent => ({
  ...{
    kind: 'vote',
    thing: 'vote 9',
    date: '2026-03-01',
    who: 'upper',
    motion: 'Third reading',
    result,
    yes,
    no,
  },
})
const status = (from: string | null, to: string): ChangeContent => ({
  ...{ kind: 'status', thing: 'status', from, to, date: '2026-03-01T10:00:00-05:00' },
})
const action = (date: string): ChangeContent => ({
  ...{ kind: 'action', thing: 'action a', date, who: null, description: 'Read\n a first  time' },
})
const wordsOfAll = (...changes: readonly ChangeContent[]) => linesOf(changes).map(wordsOf)

it('a vote has its motion, its result and its count, as far as they are known', () => {
  expect(wordsOfAll(vote('pass', 31, 17))[0]).toEqual({
    ...{ label: 'Vote', text: 'Third reading: passed, 31 to 17 (upper chamber)', date: 'Mar 1, 2026' },
  })
  expect(wordsOfAll(vote('fail', null, null))[0]!.text).toBe('Third reading: failed (upper chamber)')
  expect(wordsOfAll(vote('Tabled', 0, 3))[0]!.text).toBe('Third reading: Tabled, 0 to 3 (upper chamber)')
})

it('statuses on the way are one line', () => {
  expect(wordsOfAll(status('introduced', 'in_committee'), status('in_committee', 'reported'))).toEqual([
    { label: 'Status', text: 'Introduced → In committee → Reported', date: 'Mar 1, 2026' },
  ])
})

it('what people look for first comes first', () => {
  const sponsors: ChangeContent = { kind: 'sponsors', thing: 'sponsors', count: 1 }
  const text: ChangeContent = { kind: 'text', thing: 'text', note: 'Engrossed', date: null }
  const first: ChangeContent = { kind: 'introduced', thing: 'bill', title: 'An act', date: null }
  const all = wordsOfAll(
    sponsors,
    text,
    action('2026-03-01'),
    status(null, 'introduced'),
    vote('pass', 3, 1),
    first,
  )
  expect(all.map(({ label }) => label)).toEqual(['New bill', 'Status', 'Vote', 'Action', 'Text', 'Sponsors'])
  expect(all.slice(-2).map((line) => line.text)).toEqual(['Newest version: Engrossed', '1 sponsor now'])
})

it('a day is written as people write it, and a date that is none stays as it is', () => {
  expect(wordsOfAll(action('2026-12-31'))[0]).toEqual({
    ...{ label: 'Action', text: 'Read a first time', date: 'Dec 31, 2026' },
  })
  expect(wordsOfAll(action('2026-02-30'))[0]!.date).toBe('2026-02-30')
})

it('where a bill stands is said once', () => {
  const facts = { identifier: 'HB 1', title: null, status: 'in_committee', link: null }
  const bill = { identifier: 'HB 1', jurisdiction: 'x', session: 'y' }
  const digestBill = (...changes: ChangeContent[]) => ({ bill_id: 1, bill, facts, lines: linesOf(changes) })
  expect(standingOf(digestBill(action('2026-03-01')))).toBe('Status now: In committee')
  expect(standingOf(digestBill(status(null, 'in_committee')))).toBe('')
  expect(standingOf({ ...digestBill(action('2026-03-01')), facts: undefined })).toBe('')
})
