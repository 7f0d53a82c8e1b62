import { expect, it } from 'vitest'
import { loadSnapshots, saveSnapshots, touchSnapshots } from '../../../ingest/state/snapshots.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

it('a later confirmation of a snapshot is not overwritten by an older change in progress', async () => {
  await ingesting.run(alone(bill('HB 1')), { name: 'shared' })
  const { rows } = await database.query<{ entity_id: number; hash: string }>(
    `SELECT entity_id, encode(hash, 'hex') AS hash FROM ingest.snapshot`,
  )
  const { entity_id, hash } = rows[0]!
  const touch = {
    entity_id,
    record_key: '',
    record_rank: 0,
    hash,
    observed_at: '2026-02-04T00:00:00.000000Z',
    part_observed_at: {},
  }

  const touched = await inTransaction(database, async (client) => {
    const held = (await loadSnapshots(client, [entity_id])).get(entity_id)![0]!
    const touching = touchSnapshots(database, 'shared', 1, [touch])
    await eventually(async () => {
      const { rowCount } = await database.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%moved AS%'`,
      )
      return rowCount === 1
    })
    const head = {
      ...held.head,
      hash: hash.replaceAll(/./g, '0'),
      observed_at: '2026-02-02T00:00:00.000000Z',
    }
    await saveSnapshots(client, [{ ...held, head, jurisdiction: 'ocd-division/country:us/state:wa' }])
    return { touching }
  })
  expect(await touched.touching).toEqual(new Set())
})
