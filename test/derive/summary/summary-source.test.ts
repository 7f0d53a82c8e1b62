import { expect, it } from 'vitest'
import type { BillFacts } from '../../../derive/summary/bill-facts.ts'
import { summarySource } from '../../../derive/summary/summary-source.ts'

const facts: BillFacts = {
  jurisdiction: 'ocd-division/country:us/state:wa',
  session: '2025-2026',
  identifier: 'HB 5',
  title: 'Relating to water',
  abstracts: [{ abstract: 'Pays for wells.', note: 'digest' }],
  subjects: ['Water'],
}
const text = { extracted_sha256: 'a', marked_sha256: null, media_type: 'text/xml' }

it('equal content has the same name, whatever the order of its members', () => {
  const { subjects, ...rest } = facts
  expect(summarySource({ subjects, ...rest }, { ...text })).toBe(summarySource(facts, text))
  expect(summarySource(facts, text)).toMatch(/^[0-9a-f]{64}$/)
})

it('every change of a fact or of the text gives another name', () => {
  const changed = [
    summarySource(facts, text),
    summarySource(facts, null),
    summarySource(facts, { ...text, extracted_sha256: 'b' }),
    summarySource(facts, { ...text, marked_sha256: 'c' }),
    summarySource({ ...facts, title: 'Relating to wells' }, text),
    summarySource({ ...facts, abstracts: [] }, text),
    summarySource({ ...facts, abstracts: [{ abstract: 'Pays for wells.', note: '' }] }, text),
    summarySource({ ...facts, subjects: [] }, text),
  ]
  expect(new Set(changed).size).toBe(changed.length)
})
