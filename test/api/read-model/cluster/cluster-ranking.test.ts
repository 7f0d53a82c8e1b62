import { describe, expect, it } from 'vitest'
import type { BillFilters } from '../../../../api/read-model/bills/bill-filters.ts'
import { isInCluster } from '../../../../api/read-model/cluster/cluster-ranking.ts'

describe('a search cluster', () => {
  it('ranks if it has the values of all filters', () => {
    expect(isInCluster({ q: 'tax' })).toBe(true)
    expect(isInCluster({ q: 'tax', jurisdiction: 'wa', session: '2025-2026', ids: undefined })).toBe(true)
  })

  it.each<[name: string, filters: BillFilters]>([
    ['bills of a sheet', { ids: [1, 2] }],
    ['a sheet without bills', { ids: [] }],
    ['numbers', { identifiers: ['HB 1'] }],
    ['a sponsor', { sponsor: { name: 'Alder' } }],
    ['latest actions', { action_since: '2026-01-01' }],
  ])('leaves %s to Postgres', (_, filters) => {
    expect(isInCluster({ q: 'tax', ...filters })).toBe(false)
  })
})
