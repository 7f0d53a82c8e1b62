import { describe, expect, it } from 'vitest'
import { alone, bill, vote } from '../../support/builders/observations.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const idOf = entityIds(database)

const live = { mode: 'live' } as const
const later = (day: number) => ({ observed_at: `2026-04-${String(day).padStart(2, '0')}T00:00:00Z` })
const billId = (identifier: string) => idOf('bill', bill(identifier).key)
const roll = (identifier: string, dedupe_key: string, result: string, day = 1) =>
  vote(identifier, dedupe_key, { result }, later(day))
const voteId = (identifier: string, dedupe_key: string) => idOf('vote', vote(identifier, dedupe_key).key)

/** The bill and the result of each emitted roll call. */
async function results(): Promise<unknown[]> {
  const reported = await ingesting.emitted()
  return reported
    .filter(({ type }) => type === 'vote.recorded' || type === 'vote.corrected')
    .map(({ body }) => {
      const { bill: about, vote: said } = body as { bill: { id: number }; vote: { result: string } }
      return [about.id, said.result]
    })
}

describe('splitting a merged bill', () => {
  it('splits its roll call from the one that it was merged into, and both keep their content', async () => {
    await ingesting.run(alone(bill('HB 51'), roll('HB 51', 'a', 'fail')), live)
    await ingesting.run(alone(bill('HB 52'), roll('HB 52', 'b', 'pass')), live)
    const [loser, winner] = [await billId('HB 51'), await billId('HB 52')]
    const [of_loser, of_winner] = [await voteId('HB 51', 'a'), await voteId('HB 52', 'b')]
    await operating.merge(loser, winner)
    await operating.merge(of_loser, of_winner)
    expect(await voteId('HB 51', 'a')).toBe(of_winner)
    await operating.split(loser)
    expect(await voteId('HB 51', 'a')).toBe(of_loser)
    expect(await voteId('HB 52', 'b')).toBe(of_winner)
    await results()
    await ingesting.run(alone(roll('HB 51', 'a', 'tied', 2), roll('HB 52', 'b', 'void', 2)), live)
    expect(await results()).toEqual([
      [loser, 'tied'],
      [winner, 'void'],
    ])
    await operating.merge(loser, winner)
    await operating.merge(of_loser, of_winner)
    await operating.split(loser)
    expect(await voteId('HB 51', 'a')).toBe(of_loser)
  })

  it('splits several merged roll calls in succession', async () => {
    await ingesting.run(alone(bill('HB 71'), bill('HB 72'), roll('HB 72', 'c', 'pass')), live)
    await ingesting.run(alone(roll('HB 71', 'a', 'fail'), roll('HB 71', 'b', 'tied')), live)
    const votes = () => Promise.all([voteId('HB 71', 'a'), voteId('HB 71', 'b'), voteId('HB 72', 'c')])
    const [loser, before] = [await billId('HB 71'), await votes()]
    await operating.merge(loser, await billId('HB 72'))
    await operating.merge(before[0], before[1])
    await operating.merge(before[1], before[2])
    expect(new Set(await votes()).size).toBe(1)
    await operating.split(loser)
    expect(await votes()).toEqual(before)
  })

  it('preserves earlier merges of its roll calls', async () => {
    await ingesting.run(alone(bill('HB 61'), bill('HB 62')), live)
    await ingesting.run(alone(roll('HB 61', 'a', 'fail'), roll('HB 61', 'b', 'pass')), live)
    const [loser, winner] = [await billId('HB 61'), await billId('HB 62')]
    const [one, other] = [await voteId('HB 61', 'a'), await voteId('HB 61', 'b')]
    await operating.merge(one, other)
    await operating.merge(loser, winner)
    await operating.split(loser)
    expect([await voteId('HB 61', 'a'), await voteId('HB 61', 'b')]).toEqual([other, other])
    await operating.split(one)
    expect([await voteId('HB 61', 'a'), await voteId('HB 61', 'b')]).toEqual([one, other])
  })
})
