import { expect, it } from 'vitest'
import { isMeant } from '../../../api/sheets/session-names.ts'

const biennium = {
  identifier: '2025-2026',
  name: '2025-2026 Regular Session',
  start_date: '2025-01-13',
  end_date: null,
}
const congress = {
  identifier: '119',
  name: '119th Congress',
  start_date: '2025-01-03',
  end_date: '2027-01-03',
}
const california = { identifier: '20252026', name: '2025-2026 Regular Session' }

it.each([
  ['2025-2026', biennium, true],
  ['2025', biennium, true],
  ['2026', biennium, true],
  ['2025-26', biennium, true],
  ['2024', biennium, false],
  ['2025-2026 regular session', biennium, true],
  ['119', congress, true],
  ['119th', congress, true],
  ['118th', congress, false],
  ['2026', congress, true],
  ['2025', california, true],
  ['2025-2026', california, true],
  ['2023', california, false],
  ['2025', { identifier: '68th 2nd Special' }, false],
])('%s means %j: %s', (wanted, session, expected) => {
  expect(isMeant(wanted, session)).toBe(expected)
})
