import { expect, it } from 'vitest'
import { describedChanges } from '../../../support/derive/changes/described-changes.ts'

const table = (rows: number, factor: number) => [
  'A BILL',
  'To pay for school meals.',
  'SEC. 1. MEALS.',
  ...Array.from({ length: rows }, (_, row) => `(${row}) Fiscal year ${2026 + row}: $${(row + 1) * factor}.`),
]
const changed = (rows: number) => describedChanges(table(rows, 1000), table(rows, 1500))

it('changes of a budget table are capped: the largest ones stay, and the others are counted', () => {
  const { sentences, omitted } = changed(45)
  expect(sentences.map(({ before }) => before)).toEqual(['$41000', '$42000', '$43000', '$44000', '$45000'])
  expect(omitted).toEqual([{ kind: 'amount', count: 40 }])
})

it('forty changes are all shown', () => {
  expect(changed(40)).toMatchObject({ omitted: [], unexplained_words: 0 })
})
