import { describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { createOffsetClockDatabase } from '../../support/clocks/offset-database-clock.ts'
import { ClaimHistory } from '../../support/ingest/claim-history.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

/** Runs a history and returns how often the watermark moved. */
async function emit(seed: number, topicPartitions: number): Promise<number> {
  const { database, settings } = await createTestDatabase({
    topic_partitions: topicPartitions,
    log_level: 'silent',
  })
  await ensureReadSchema(database, settings)
  const history = new ClaimHistory(await createOffsetClockDatabase(settings, database), settings, seed)
  await history.run()
  return history.moves
}

describe('no row slips below the watermark in random histories with kills, restarts and jumping clocks', () => {
  it.each([
    ['with the 84 partitions of the design', 0, 6],
    ['with 150 partitions', 30, 3],
  ])('%s', async (_name, topicPartitions, seeds) => {
    let moves = 0
    for (let seed = 1; seed <= seeds; seed++) moves += await emit(seed, topicPartitions)
    // It must also move in between, not only at the end.
    expect(moves).toBeGreaterThan(5 * seeds)
  })
})
