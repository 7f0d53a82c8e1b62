import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BillParts, Observation, ObservationOf } from '../../../ingest/source-interface/observation.ts'
import {
  action,
  alone,
  bill,
  core,
  legislator,
  member,
  session,
  sponsor,
  version,
  vote,
} from '../../support/builders/observations.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)

const some = (...items: string[]) => fc.shuffledSubarray(items)
const day = fc.constantFrom('2026-01-12', '2026-01-20')
const actions = fc.array(
  fc.record({
    day,
    text: fc.constantFrom('Introduced.', 'Referred.', 'Do pass.'),
    words: some('introduction', 'filing'),
  }),
  { maxLength: 5 },
)
const content = fc.record({
  title: fc.constantFrom('An act', 'An act about  rivers', 'Année\u00a0fiscale'),
  classification: some('bill', 'appropriation'),
  subjects: some('Taxes', 'Roads', 'Water'),
  other_identifiers: some('X 1', 'X 2', 'X 3'),
  extras: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 'x', null), {
    noNullPrototype: true,
  }),
  actions,
  related: some('HB 98', 'HB 99'),
  voters: some('Chase', 'Orcutt', 'Thai'),
})
type Content = typeof content extends fc.Arbitrary<infer C> ? C : never

let bills = 0

function observe(identifier: string, said: Content): Observation[] {
  const { title, classification, subjects, extras } = said
  const other_identifiers = said.other_identifiers.map((one) => ({ identifier: one, scheme: 'old' }))
  const listed = said.actions
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, text, words }) => action(day, text, words))
  const seen = bill(identifier, {
    actions: listed,
    sponsors: [sponsor('Orcutt'), sponsor('Thai', false)],
    versions: [version('Introduced', 'https://example.gov/1')],
    related_bills: said.related.map((one) => ({ identifier: one, session: 'x', relation_type: 'companion' })),
  })
  const parts = {
    ...seen.parts,
    core: core(identifier, { title, classification, subjects, extras, other_identifiers }),
  }
  const votes = said.voters.map((one) => member(one, 'yes'))
  const counts = [
    { option: 'yes', value: votes.length },
    { option: 'no', value: 0 },
  ]
  return [session(), legislator('Ed Orcutt'), { ...seen, parts }, vote(identifier, 'roll', { votes, counts })]
}

/** The same content with sets, keys and the actions of a day in another order. */
function resay(observation: Observation, pick: (below: number) => number): Observation {
  const shuffled = <T>(items: readonly T[]): T[] => {
    const left = [...items]
    return items.map(() => left.splice(pick(left.length), 1)[0]!)
  }
  const sets = new Set([
    'classification',
    'subjects',
    'other_identifiers',
    'sources',
    'related_bills',
    'votes',
    'counts',
  ])
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item) => walk(item, ''))
      if (sets.has(key)) return shuffled(items)
      if (key !== 'actions') return items
      const by_day = Map.groupBy(items as BillParts['actions'], ({ date }) => date)
      return [...by_day.values()].flatMap((of_day) => shuffled(of_day))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(shuffled(Object.entries(value)).map(([name, item]) => [name, walk(item, name)]))
  }
  return { ...(observation as ObservationOf<'bill'>), parts: walk(observation.parts, '') as BillParts }
}

describe('content that was emitted', () => {
  it('is not emitted again for reordered, respelled, copied or repeated reports', async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.infiniteStream(fc.nat()),
        fc.constantFrom('2026-01-10T00:00:00Z', '2026-05-01T00:00:00Z', '2025-01-01T00:00:00Z'),
        async (said, numbers, observed_at) => {
          const identifier = `HB ${++bills}`
          await ingesting.run(alone(...observe(identifier, said)), { mode: 'live' })
          await ingesting.emitted()
          const pick = (below: number) => Number(numbers.next().value) % below
          const again = observe(identifier, said).map((one) => ({ ...resay(one, pick), observed_at }))
          const copies = again
            .filter(() => pick(2) === 1)
            .map((one) => ({ ...resay(one, pick), observed_at }))
          const said_again = [...again, ...copies]
          const left = [...said_again]
          const listed = said_again.map(() => left.splice(pick(left.length), 1)[0]!)
          await ingesting.run(alone(...listed), { settings: { ingest_batch_entities: 1 + pick(5) } })
          expect(typesOf(await ingesting.emitted())).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)
})
