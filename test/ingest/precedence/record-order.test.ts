import { describe, expect, it } from 'vitest'
import { mergeSources } from '../../../ingest/precedence/merge-sources.ts'
import type { SourceParts } from '../../../ingest/precedence/precedence.ts'
import { rankOfNew, unmergedKey } from '../../../ingest/precedence/record-order.ts'
import { action, core } from '../../support/builders/observations.ts'
import { regulationOf } from '../../support/builders/regulations.ts'

const at = (record_key: string, record_rank: number) => ({ record_key, record_rank })
const filed = action('2026-01-02', 'Docket filed.')

describe('several records of one source about one entity', () => {
  const records = (of_winner: number, of_loser: number): SourceParts<'bill'>[] => [
    { source: 'a', ...at('~7|', of_loser), parts: { core: core('HB 2'), actions: [] } },
    { source: 'a', ...at('', of_winner), parts: { core: core('HB 1'), actions: [filed] } },
  ]

  it('are merged by rank: the lower rank wins, and the others fill its empty fields', () => {
    expect(mergeSources('bill', records(1, 0))).toMatchObject({
      core: { identifier: 'HB 2' },
      actions: [filed],
    })
    expect(mergeSources('bill', records(0, 0)).core?.identifier).toBe('HB 1')
  })

  it('from one document yield only the content of the first', () => {
    const emitted = [at('X', 1), at('~7|X', 0)].map(
      (place): SourceParts<'regulation'> => ({
        source: 'regulations-gov',
        ...place,
        parts: { regulation: regulationOf({ title: place.record_key, docket_ids: [place.record_key] }) },
      }),
    )
    const { regulation } = mergeSources('regulation', emitted)
    expect(regulation).toMatchObject({ title: '~7|X', docket_ids: ['~7|X'] })
  })
})

describe('the rank of a new record', () => {
  it("is that of the source's other records of the same entity", () => {
    expect(rankOfNew('', [])).toBe(0)
    expect(rankOfNew('roll', [at('', 3), at('~7|', 1)])).toBe(3)
    expect(rankOfNew('~7|roll', [at('', 3), at('~7|', 1), at('~8|', 5)])).toBe(1)
  })

  it("is the lowest for the entity's own record and the highest for a merged one", () => {
    expect(rankOfNew('', [at('~7|', -2), at('~8|', 1)])).toBe(-2)
    expect(rankOfNew('~9|', [at('', 0), at('~7|', 1)])).toBe(1)
  })
})

it("the key of a merged record without its prefix is the source's own key", () => {
  expect(['X', '~7|X', '~7|', '', '~X'].map(unmergedKey)).toEqual(['X', 'X', '', '', '~X'])
})
