import { describe, expect, it } from 'vitest'
import { alone, bill, legislator, member, sponsor, vote } from '../../support/builders/observations.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

async function matchesOf(items: Parameters<typeof ingesting.run>[0]): Promise<Record<string, unknown>> {
  await ingesting.run(items)
  const matches = (await ingesting.emitted()).filter(({ type }) => type === 'name.matched')
  return Object.fromEntries(
    matches.map(({ body }) => {
      const { chamber, printed_name, person, candidates } = body.match as {
        chamber: string
        printed_name: string
        person: { ocd_id: string } | null
        candidates: number
      }
      return [`${chamber} ${printed_name}`, person?.ocd_id ?? candidates]
    }),
  )
}
const rolls = alone(
  bill('HB 1', { sponsors: [sponsor('Orcutt')] }),
  vote('HB 1', 'roll 1', {
    votes: [member('Chase', 'yes'), member('Martinez', 'no'), member('Nobody', 'no')],
  }),
  vote('HB 1', 'roll 2', { chamber: 'upper', votes: [member('Chase', 'yes')] }),
)
const people = alone(
  legislator('Maralyn Chase', { chamber: 'upper' }),
  legislator('Rob Chase'),
  legislator('Ed Orcutt'),
  legislator('Andrea Martinez'),
  legislator('Diego Martinez', { district: '2' }),
)

describe('printed names of legislators', () => {
  it('are not matched while no people are stored', async () => {
    expect(await matchesOf(rolls)).toEqual({})
  })

  it('get one match event each when people are stored, even if the result is ambiguous or empty', async () => {
    expect(await matchesOf(people)).toEqual({
      'lower Orcutt': 'ocd-person/ed-orcutt',
      'lower Chase': 'ocd-person/rob-chase',
      'upper Chase': 'ocd-person/maralyn-chase',
      'lower Martinez': 2,
      'lower Nobody': 0,
    })
  })

  it('are not emitted again while the match stays the same', async () => {
    expect(await matchesOf([...rolls, ...people])).toEqual({})
    const observed_at = '2026-03-01T00:00:00Z'
    const seat = legislator('Rob Chase', { district: '4' })
    expect(await matchesOf(alone({ ...seat, observed_at }))).toEqual({})
  })

  it('are matched again when people change', async () => {
    const gone = { ...legislator('Diego Martinez'), removed: 'left', observed_at: '2026-03-01T00:00:00Z' }
    expect(await matchesOf(alone(gone))).toEqual({ 'lower Martinez': 'ocd-person/andrea-martinez' })
  })

  it('are matched when they first appear, if people are stored', async () => {
    const votes = [member('Orcutt, Ed', 'yes'), member('Chase', 'yes')]
    expect(await matchesOf(alone(vote('HB 1', 'roll 3', { votes })))).toEqual({
      'lower Orcutt, Ed': 'ocd-person/ed-orcutt',
    })
  })

  it('are emitted once in a session, to the reference topic and not to those of bills and votes', async () => {
    const { rows } = await database.query<{ topic: string; names: number }>(
      `SELECT topic, count(*) AS names FROM ingest.outbox WHERE key LIKE 'ocd-name/%' GROUP BY topic`,
    )
    expect(rows).toEqual([{ topic: 'legislog.reference.v1', names: 7 }])
  })
})
