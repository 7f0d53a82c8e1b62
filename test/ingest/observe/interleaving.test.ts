import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Observation, ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { isRemoved } from '../../../ingest/state/stored-entities.ts'
import {
  action,
  alone,
  bill,
  core,
  member,
  sponsor,
  version,
  vote,
} from '../../support/builders/observations.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)

const some = <T>(items: readonly T[]) => fc.shuffledSubarray([...items])
const lines = [
  action('2026-01-12', 'Introduced.', ['introduction']),
  action('2026-01-13', 'Referred to Finance.', ['referral-committee']),
  action('2026-01-20', 'Do pass.', ['committee-passage-favorable']),
  action('2026-01-21', 'Do pass as amended.', ['committee-passage-favorable']),
  action('2026-01-25', 'Placed on the calendar.', []),
  action('2026-01-25', 'Fiscal note filed.', []),
  action('2026-02-01', 'Third reading, passed.', ['passage']),
  action('2026-02-02', 'Failed on third reading.', ['failure']),
]
const url = (name: string) => `https://example.gov/${name}.htm`
const text = (name: string) => ({ sha256: name, bytes: 1, media_type: 'text/plain', url: `texts/${name}` })

/** The content that one source may report about a bill at one time. */
const revision = fc.record({
  title: fc.constantFrom('', 'A', 'B'),
  subjects: some(['Taxes', 'Roads']),
  other_identifiers: some(['X 1', 'X 2']),
  extras: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(1, 2), { noNullPrototype: true }),
  actions: some(lines),
  sponsors: some(['Orcutt', 'Thai', 'Chase']),
  versions: some(['Introduced', 'Engrossed']),
  texts: some(['Introduced', 'Engrossed']),
  removed: fc.constantFrom(false, false, false, false, true),
  yes: fc.constantFrom(null, 1, 2),
  voters: some(['Chase', 'Orcutt']),
})
type Revision = typeof revision extends fc.Arbitrary<infer R> ? R : never

function observed(name: string, at: number, said: Revision): Observation[] {
  const observed_at = `2026-03-${String(at + 1).padStart(2, '0')}T00:00:00Z`
  const title = said.title
  const about = bill(
    name,
    {
      actions: said.actions,
      sponsors: said.sponsors.map((one) => sponsor(one)),
      versions: said.versions.map((one) => version(one, url(one))),
      texts: said.texts.map((one) => ({ link_url: url(one), text: text(`${one} ${title}`) })),
    },
    { observed_at },
  )
  const identifiers = said.other_identifiers.map((identifier) => ({ identifier, scheme: 'old' }))
  const { subjects, extras } = said
  const parts = {
    ...about.parts,
    core: core(name, { title, subjects, extras, other_identifiers: identifiers }),
  }
  const seen: ObservationOf<'bill'> = said.removed
    ? { ...about, parts: {}, removed: 'gone' }
    : { ...about, parts }
  const counts = said.yes === null ? [] : [{ option: 'yes', value: said.yes }]
  const votes = said.voters.map((one) => member(one, 'yes'))
  return [seen, vote(name, 'roll', { counts, votes, identifier: title }, { observed_at })]
}

/**
 * The stored content, without the ids that were minted on the way. The order of a day's actions is not content: they keep
 * the order of the first report. So an action that moved the status is compared by its day (docs/identity.md, "What stays
 * open").
 */
async function heldOf(name: string): Promise<unknown> {
  const { rows } = await database.query<{ content: Record<string, unknown> }>(
    `SELECT h.content FROM ingest.stored_entity h JOIN ingest.identity i USING (entity_id)
     WHERE i.natural_key LIKE $1 OR i.natural_key LIKE $1 || '|%' ORDER BY i.entity_type`,
    [`%|${name}`],
  )
  return rows.map(({ content }) => {
    if (isRemoved(content)) return 'removed'
    const actions = (content.actions ?? []) as { id: string; date: string; description: string }[]
    const dayOf = new Map(actions.map(({ id, date }) => [id, date]))
    const lineOf = (one: (typeof actions)[number]) => `${one.date} ${one.description}`
    const ordered = actions.toSorted((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1))
    return JSON.parse(
      JSON.stringify({ ...content, actions: ordered }, (key, value) => {
        if (key === 'id' || key.startsWith('retired')) return undefined
        if (key === 'action_id') return value === null ? null : dayOf.get(value)
        return value
      })
        .replaceAll(name.replace(' ', ''), 'NAME')
        .replaceAll(name, 'NAME'),
    )
  })
}

let bills = 0
const nextName = () => `HB ${++bills}00`

async function emit(
  name: string,
  order: readonly { source: string; at: number; said: Revision }[],
): Promise<void> {
  for (const { source, at, said } of order)
    await ingesting.run(alone(...observed(name, at, said)), { name: source, mode: 'live' })
}

describe('two sources of one bill and its roll call', () => {
  it('end in the same state in any order', async () => {
    const sources = ['openstates-scraper', 'legiscan'] as const
    const history = fc.array(revision, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(history, history, fc.infiniteStream(fc.boolean()), async (one, other, coin) => {
        const queues = [one, other].map((revisions, index) =>
          revisions.map((said, at) => ({ source: sources[index]!, at, said })),
        )
        const shuffled = [...queues[0]!.map(() => 0), ...queues[1]!.map(() => 1)]
        shuffled.sort(() => (coin.next().value ? 1 : -1))
        const places = [0, 0]
        const interleaved = shuffled.map((index) => queues[index]![places[index]!++]!)
        const [a, b, c] = [nextName(), nextName(), nextName()]
        await emit(a, queues.flat())
        await emit(b, queues.toReversed().flat())
        await emit(c, interleaved)
        expect(await heldOf(a)).not.toEqual([])
        expect(await heldOf(b)).toEqual(await heldOf(a))
        expect(await heldOf(c)).toEqual(await heldOf(a))
      }),
      { numRuns: NIGHTLY ? 200 : 12 },
    )
  }, 120_000)
})
