import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rollCallKey } from '../../../ingest/identity/identity-keys.ts'
import type { PartsOf } from '../../../ingest/source-interface/observation.ts'
import { alone, bill, SESSION, vote } from '../../support/builders/observations.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)

type Roll = Partial<PartsOf['vote']['vote']>
const counts = (yes: number, no: number) => [
  { option: 'yes', value: yes },
  { option: 'no', value: no },
]
let bills = 0
const nextBill = () => `SB ${++bills}`
const numbered = (about: string, number: number) => ({
  also_keys: [rollCallKey(bill(about).key, SESSION, 'lower', '2026', number)!],
})

/** The roll calls of one bill, each with the sources that report it. */
async function rollCallsOf(about: string): Promise<string[]> {
  const { rows } = await database.query<{ sources: string }>(
    `SELECT (SELECT string_agg(source, '+' ORDER BY source) FROM ingest.snapshot s WHERE s.entity_id = v.id) AS sources
     FROM ingest.entity b JOIN ingest.identity i ON i.entity_id = b.id AND i.natural_key = $1
     JOIN ingest.entity v ON v.kafka_key = b.ocd_id AND v.entity_type = 'vote' ORDER BY v.id`,
    [bill(about).key],
  )
  return rows.map(({ sources }) => sources)
}

const emit = (name: string, ...votes: ReturnType<typeof vote>[]) =>
  ingesting.run(alone(...votes), { name, mode: 'live' })

describe('a roll call that two sources report', () => {
  it('becomes one by bill, chamber, day, class of motion, yeas and nays', async () => {
    const about = nextBill()
    await emit(
      'openstates-scraper',
      vote(about, 'a', { counts: counts(60, 38), identifier: '12' }, numbered(about, 12)),
    )
    await ingesting.emitted()
    await emit('legiscan', vote(about, '998', { counts: counts(60, 38), motion_text: 'Third Reading' }))
    expect(await rollCallsOf(about)).toEqual(['legiscan+openstates-scraper'])
    expect(typesOf(await ingesting.emitted())).toEqual([])
    await emit(
      'legiscan',
      vote(about, '998', { counts: counts(60, 38) }, { observed_at: '2026-05-01T00:00:00Z' }),
    )
    expect(await rollCallsOf(about)).toEqual(['legiscan+openstates-scraper'])
  })

  it('becomes one even if both report it first at the same moment', async () => {
    const bills = [nextBill(), nextBill(), nextBill()]
    for (const about of bills) {
      const emitted = (name: string, key: string) =>
        ingesting.run(alone(bill(about), vote(about, key, { counts: counts(60, 38) })), {
          name,
          mode: 'live',
        })
      await Promise.all([
        emitted('openstates-scraper', 'a'),
        emitted('legiscan', '998'),
        emitted('openstates-bulk', 'b'),
      ])
      expect(await rollCallsOf(about)).toEqual(['legiscan+openstates-bulk+openstates-scraper'])
    }
  })

  it.each<[string, Roll]>([
    ['another day', { start_date: '2026-02-02' }],
    ['another chamber', { chamber: 'upper' }],
    ['other totals', { counts: counts(59, 39) }],
    ['another class of motion', { motion_classification: ['amendment'] }],
    ['a committee', { organization: 'Committee on Finance' }],
    ['no totals', { counts: [] }],
  ])('stays two if one source has %s', async (_, difference) => {
    const about = nextBill()
    await emit('openstates-scraper', vote(about, 'a', { counts: counts(60, 38) }))
    await emit('legiscan', vote(about, '998', { counts: counts(60, 38), ...difference }))
    expect(await rollCallsOf(about)).toEqual(['openstates-scraper', 'legiscan'])
  })

  it('stays two if both sources print a number and the numbers differ', async () => {
    const about = nextBill()
    await emit('openstates-scraper', vote(about, 'a', { counts: counts(60, 38) }, numbered(about, 1)))
    await emit('legiscan', vote(about, '998', { counts: counts(60, 38) }, numbered(about, 2)))
    expect(await rollCallsOf(about)).toEqual(['openstates-scraper', 'legiscan'])
  })
})

describe('roll calls with equal totals', () => {
  it('from one source are never joined (V4)', async () => {
    const about = nextBill()
    const equal = { counts: counts(38, 0) }
    await emit('openstates-scraper', vote(about, '17786', equal), vote(about, '17787', equal))
    expect(await rollCallsOf(about)).toEqual(['openstates-scraper', 'openstates-scraper'])
  })

  it('from two sources stay two, and each is joined once (V4)', async () => {
    const about = nextBill()
    const equal = { counts: counts(38, 0) }
    await emit('openstates-scraper', vote(about, '17786', equal), vote(about, '17787', equal))
    await emit('legiscan', vote(about, '1', equal), vote(about, '2', equal))
    expect(await rollCallsOf(about)).toEqual(['legiscan+openstates-scraper', 'legiscan+openstates-scraper'])
  })

  it.each([[['amendment']], [[]]])(
    'on motions of class %j are joined by text, not because each was the only one so far (V4)',
    async (motion_classification) => {
      const about = nextBill()
      const motion = (motion_text: string) => ({ counts: counts(53, 70), motion_text, motion_classification })
      await emit('openstates-scraper', vote(about, 'a', motion('Amendment 1')))
      await emit('legiscan', vote(about, '2', motion('Amendment 2')))
      await emit('openstates-scraper', vote(about, 'b', motion('Amendment 2')))
      await emit('legiscan', vote(about, '1', motion('Amendment 1')))
      expect(await rollCallsOf(about)).toEqual(['legiscan+openstates-scraper', 'legiscan+openstates-scraper'])
    },
  )

  it('on different motions are joined only if the motion texts are the same', async () => {
    const about = nextBill()
    const motion = (motion_text: string) => ({ counts: counts(53, 70), motion_text })
    await emit(
      'openstates-scraper',
      vote(about, 'a', motion('Amendment 1')),
      vote(about, 'b', motion('Amendment 2')),
    )
    await emit(
      'legiscan',
      vote(about, '1', motion('AMENDMENT 2.')),
      vote(about, '2', motion('House amendment')),
    )
    expect((await rollCallsOf(about)).toSorted()).toEqual([
      'legiscan',
      'legiscan+openstates-scraper',
      'openstates-scraper',
    ])
  })
})

it('roll calls from two sources are joined the same way in any order of sources and listings', async () => {
  const motions = ['Third reading', 'Amendment 1', 'Amendment 2']
  const roll = fc.record({ motion: fc.constantFrom(...motions), yes: fc.constantFrom(50, 51) })
  const listing = fc.uniqueArray(roll, { maxLength: 4, selector: ({ motion, yes }) => `${motion} ${yes}` })
  await fc.assert(
    fc.asyncProperty(listing, listing, fc.boolean(), async (one, other, reversed) => {
      const results: string[][] = []
      for (const swapped of [false, true]) {
        const about = nextBill()
        const listings = [one, other].map((rolls, index) =>
          rolls.map(({ motion, yes }) =>
            vote(about, `${index} ${motion} ${yes}`, { motion_text: motion, counts: counts(yes, 40) }),
          ),
        )
        const order = swapped ? [1, 0] : [0, 1]
        for (const index of order) {
          const rolls = listings[index]!
          await emit(
            ['openstates-scraper', 'legiscan'][index]!,
            ...(reversed && swapped ? rolls.toReversed() : rolls),
          )
        }
        results.push((await rollCallsOf(about)).toSorted())
      }
      expect(results[1]).toEqual(results[0])
    }),
    { numRuns: NIGHTLY ? 30 : 10 },
  )
}, 60_000)
