import { expect, it } from 'vitest'
import { readReference } from '../../../api/sheets/reference-line.ts'

const state = (code: string) => `ocd-division/country:us/state:${code}`
const CONGRESS = 'ocd-division/country:us'

it.each([
  ['HB 1234', { number: 'HB 1234' }],
  ['hb12', { number: 'hb12' }],
  ['CA SB5 2025', { number: 'SB5', jurisdiction: state('ca'), session: '2025' }],
  ['H.R. 1 (119th)', { number: 'H.R. 1', jurisdiction: CONGRESS, session: '119th' }],
  ['S. 5 (119th Congress)', { number: 'S. 5', jurisdiction: CONGRESS, session: '119th' }],
  ['U.S. H.R. 22', { number: 'H.R. 22', jurisdiction: CONGRESS }],
  ['HR 1', { number: 'HR 1' }],
  ['Texas HB 5', { number: 'HB 5', jurisdiction: state('tx') }],
  ['TX: SB 3', { number: 'SB 3', jurisdiction: state('tx') }],
  ['WA-HB1210', { number: 'HB1210', jurisdiction: state('wa') }],
  ['New York S 5 2025-2026', { number: 'S 5', jurisdiction: state('ny'), session: '2025-2026' }],
  ['HB 5, Texas', { number: 'HB 5', jurisdiction: state('tx') }],
  ['AB-12 (CA)', { number: 'AB-12', jurisdiction: state('ca') }],
  ['SC 12', { number: 'SC 12' }],
  ['SC H 12', { number: 'H 12', jurisdiction: state('sc') }],
  ['GU B 145-38 (COR)', { number: 'B 145-38', jurisdiction: state('gu') }],
  ['HB 24-1, MP', { number: 'HB 24-1', jurisdiction: state('mp') }],
  ['IL AM1040123', { number: 'AM1040123', jurisdiction: state('il') }],
  ['IA 1001XD', { number: '1001XD', jurisdiction: state('ia') }],
  ['NE LR5CA', { number: 'LR5CA', jurisdiction: state('ne') }],
  ['HJR A', { number: 'HJR A' }],
  ['MI SJR AA 2025-2026', { number: 'SJR AA', jurisdiction: state('mi'), session: '2025-2026' }],
  ['Michigan House Joint Resolution B', { number: 'House Joint Resolution B', jurisdiction: state('mi') }],
  ['  - HB 12: An act relating to 5 things', { number: 'HB 12' }],
  ['1. SB 5', { number: 'SB 5' }],
  ['"SB 5"', { number: 'SB 5' }],
  ['House Bill 12', { number: 'House Bill 12' }],
  ['Senate Joint Resolution No. 5, 2025', { number: 'Senate Joint Resolution No. 5', session: '2025' }],
  ['2SHB 1217', { number: '2SHB 1217' }],
  ['CO HB25-1001', { number: 'HB25-1001', jurisdiction: state('co') }],
  ['HB 12-2025', { number: 'HB 12', session: '2025' }],
  ['Ohio H.B. 33 135th General Assembly', { number: 'H.B. 33', jurisdiction: state('oh'), session: '135th' }],
])('reads %s', (line, reference) => {
  expect(readReference(line)).toEqual(reference)
})

it.each(['SB 5 and SB 6', 'SB 5, SB 6', 'SB 5-8', 'HB 1/SB 2'])(
  'sees that %s names several bills',
  (line) => {
    expect(readReference(line)?.has_more).toBe(true)
  },
)

it.each(['', 'An act', 'https://example.org/hb1', '12345', '<script>alert(1)</script>'])(
  'finds no number at the beginning of %j',
  (line) => {
    expect(readReference(line)).toBeUndefined()
  },
)

it('reads a long line in one pass, and only its beginning', () => {
  for (const line of ['a'.repeat(1e6), 'a '.repeat(1e5), 'H.'.repeat(1e5), `${'A B '.repeat(1e4)}1`])
    expect(readReference(line)).toBeUndefined()
})
