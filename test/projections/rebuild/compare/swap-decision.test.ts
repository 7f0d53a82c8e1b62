import { describe, expect, it } from 'vitest'
import {
  type Findings,
  type JudgedRow,
  type Supported,
  swapRefusal,
} from '../../../../projections/rebuild/compare/swap-decision.ts'

const row = (supported: Supported): JudgedRow => ({
  table: 'bills',
  key: '7',
  kind: 'differs',
  columns: ['title'],
  owner_id: 7,
  entity: 'ocd-bill/7',
  first: { title: 'a' },
  second: { title: 'b' },
  supported,
})

const right = { isRight: true, what: '' }
const wrong = { isRight: false, what: '2 rebuilt rows are not what the log says: bills 7 is missing' }

const decide = (change: Partial<Findings>) =>
  swapRefusal({
    rebuilt: 'read_0002',
    is_same_code: true,
    differences: [],
    is_complete: true,
    whole: undefined,
    only_rebuilt: [],
    accept_differences: false,
    ...change,
  })

describe('rebuilt rows become the live ones', () => {
  it('if nothing differs, even if other code made them', () => {
    expect(decide({})).toBeUndefined()
    expect(decide({ is_same_code: false })).toBeUndefined()
  })

  it('if other code made them and the log supports each difference', () => {
    expect(decide({ is_same_code: false, differences: [row('rebuilt'), row('both')] })).toBeUndefined()
    expect(decide({ is_same_code: false, is_complete: false, whole: right })).toBeUndefined()
  })

  it('if the same code made them, the log supports each difference, and an operator accepts it', () => {
    expect(decide({ differences: [row('rebuilt')] })).toMatch(
      /bills 7 of ocd-bill\/7 differs in title.*rebuilt/,
    )
    expect(decide({ differences: [row('rebuilt')], accept_differences: true })).toBeUndefined()
    expect(decide({ is_complete: false, whole: right })).toMatch(/--accept-differences/)
  })
})

describe('a row that only one side has', () => {
  it.each([
    ['missing', 'bills 7 of ocd-bill/7 is only among the live rows (the log supports rebuilt)'],
    ['extra', 'bills 7 of ocd-bill/7 is only among the rebuilt rows (the log supports rebuilt)'],
  ] as const)('is reported with its side: %s', (kind, named) => {
    expect(decide({ differences: [{ ...row('rebuilt'), kind, columns: [] }] })).toContain(named)
  })
})

describe('rebuilt rows never become the live ones', () => {
  it.each(['live', 'neither', 'unknown'] as const)('if the log supports %s', (supported) => {
    const found = {
      differences: [row('rebuilt'), row(supported)],
      accept_differences: true,
      is_same_code: false,
    }
    expect(decide(found)).toMatch(new RegExp(`^1 rebuilt rows.*ocd-bill/7.*supports ${supported}`))
  })

  it('if the rebuilt rows as a whole do not match the log', () => {
    expect(decide({ whole: wrong, accept_differences: true, is_same_code: false })).toBe(
      '2 rebuilt rows are not what the log says: bills 7 is missing; legislog verify --read-schema read_0002 names more',
    )
  })

  it('if a key is parked only among the rebuilt rows', () => {
    const lane = 'legislog.bills.v1 ocd-bill/9'
    const refusal = decide({ only_rebuilt: [lane], accept_differences: true })
    expect(refusal).toContain(lane)
    expect(refusal).toContain('--read-schema read_0002')
  })
})
