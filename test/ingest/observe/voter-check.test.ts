import { describe, expect, it } from 'vitest'
import type { RollCall } from '../../../schemas/event-bodies/vote.ts'
import { alone, bill, DIVISION, legislator, member, vote } from '../../support/builders/observations.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

const read = async (names: readonly [string, string][], observed_at: string) => {
  const votes = names.map(([name, option]) => member(name, option))
  const counts = await ingesting.run(alone({ ...vote('HB 1', 'roll 1', { votes }), observed_at }))
  const reported = (await ingesting.emitted()).filter(({ type }) => type.startsWith('vote.'))
  return { counts, votes: reported.map(({ body }) => body.vote as RollCall) }
}

describe('a table word in a list of voters', () => {
  it('is rejected and counted, and the reported counts stay', async () => {
    await ingesting.run(alone(bill('HB 1')))
    const { counts, votes } = await read(
      [
        ['Nay', 'no'],
        ['Totals', 'yes'],
        ['Orcutt', 'yes'],
      ],
      '2026-03-01T00:00:00Z',
    )
    expect(votes.map((one) => one.votes.map(({ voter_name }) => voter_name))).toEqual([['Orcutt']])
    expect(votes[0]?.extras.rejected_voters).toEqual([
      { voter_name: 'Nay', option: 'no', reason: 'a word of the table' },
      { voter_name: 'Totals', option: 'yes', reason: 'a word of the table' },
    ])
    expect(votes[0]?.counts).toEqual([
      { option: 'no', value: 1 },
      { option: 'yes', value: 2 },
    ])
    expect([counts.rejected_voters, counts.by_jurisdiction[DIVISION]?.rejected_voters]).toEqual([2, 2])
    expect(counts.quarantined).toBe(0)
  })

  it('is a voter if a legislator of that chamber has this name', async () => {
    await ingesting.run(alone(legislator('Wilhelmina Nay')))
    const { counts, votes } = await read(
      [
        ['Nay', 'yes'],
        ['Yea', 'yes'],
      ],
      '2026-03-02T00:00:00Z',
    )
    expect(votes.map((one) => one.votes.map(({ voter_name }) => voter_name))).toEqual([['Nay']])
    expect(counts.rejected_voters).toBe(1)
  })
})
