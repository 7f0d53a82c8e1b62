import { describe, expect, it } from 'vitest'
import { diffBill } from '../../../ingest/diff/diff-bill.ts'
import { oneRowPerSponsor } from '../../../ingest/diff/one-row-per-sponsor.ts'
import { isRemoved } from '../../../ingest/state/stored-entities.ts'
import type { Sponsor } from '../../../schemas/event-bodies/bill.ts'

type Named = Omit<Sponsor, 'id'>
const named = (name: string, classification: string, more: Partial<Named> = {}): Named => ({
  name,
  classification,
  primary: classification === 'primary',
  entity_type: 'person',
  chamber: null,
  district: null,
  sponsored_on: null,
  withdrawn_on: null,
  source_id: null,
  ...more,
})

describe('a sponsor that a source lists several times', () => {
  it('is stored once, at its first position, with all its roles (WA HB 1217)', () => {
    const listed = [
      named('Alvarado', 'primary'),
      named('Macri', 'cosponsor'),
      named('Housing', 'primary', { entity_type: 'organization' }),
      named('Macri', 'cosponsor'),
      named('Alvarado', 'cosponsor'),
      named('Macri', 'cosponsor'),
    ]
    expect(oneRowPerSponsor(listed, 'wa')).toEqual([
      { ...named('Alvarado', 'primary'), roles: ['primary', 'cosponsor'] },
      named('Macri', 'cosponsor'),
      named('Housing', 'primary', { entity_type: 'organization' }),
    ])
  })

  it('is primary if one of its roles is, in any order', () => {
    const [one] = oneRowPerSponsor([named('Andersen', 'cosponsor'), named('Andersen', 'primary')], 'or')
    expect(one).toEqual({ ...named('Andersen', 'primary'), roles: ['primary', 'cosponsor'] })
  })

  it('becomes two people if ids, chambers or districts differ, or in Texas', () => {
    expect(oneRowPerSponsor([named('King', 'primary'), named('King', 'primary')], 'tx')).toHaveLength(2)
    const king = named('King', 'primary', { source_id: 'ocd-person/1' })
    expect(oneRowPerSponsor([king, king], 'tx')).toHaveLength(1)
    for (const field of ['source_id', 'chamber', 'district'] as const)
      expect(
        oneRowPerSponsor(
          [named('Lee', 'cosponsor', { [field]: 'lower' }), named('Lee', 'cosponsor', { [field]: 'upper' })],
          'il',
        ),
        field,
      ).toHaveLength(2)
  })

  it('is one sponsor with its latest dates after a withdrawal and a return', () => {
    const times = (sponsored_on: string, withdrawn_on: string | null) =>
      named('Rep. Lee', 'cosponsor', { sponsored_on, withdrawn_on, source_id: 'L000001' })
    expect(oneRowPerSponsor([times('2025-02-01', '2025-03-01'), times('2025-04-01', null)], 'us')).toEqual([
      times('2025-02-01', null),
    ])
    expect(
      oneRowPerSponsor([times('2025-02-01', '2025-03-01'), times('2025-04-01', '2025-05-01')], 'us'),
    ).toEqual([times('2025-02-01', '2025-05-01')])
  })

  it('keeps the id of its first row when earlier rows become one, and is emitted once', () => {
    const core = {
      jurisdiction: 'ocd-division/country:us/state:wa',
      session: '2025-2026',
      identifier: 'HB 1',
      chamber: 'lower' as const,
      title: 'Lantern',
      classification: ['bill'],
      subjects: [],
      abstracts: [],
      other_titles: [],
      other_identifiers: [],
      citations: [],
      sources: [],
      extras: {},
    }
    const emitted = (sponsors: Named[], held: ReturnType<typeof diffBill>['stored']) =>
      diffBill({ ocd_id: 'ocd-bill/1', stored: held, parts: { core, actions: [], sponsors }, session: null })
    const twice = [named('Alvarado', 'primary'), named('Alvarado', 'cosponsor')]
    const first = emitted([twice[0]!], null)
    const second = emitted(twice, first.stored)
    if (
      first.stored === null ||
      isRemoved(first.stored) ||
      second.stored === null ||
      isRemoved(second.stored)
    )
      throw new Error('a bill is held')
    expect(second.facts.map(({ type }) => type)).toEqual(['bill.sponsors_changed'])
    expect(second.stored.sponsors.map(({ id }) => id)).toEqual(first.stored.sponsors.map(({ id }) => id))
    expect(emitted(twice, second.stored).facts).toEqual([])
  })
})
