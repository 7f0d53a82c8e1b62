import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { billText } from '../../../../ingest/sources/bill-text/index.ts'
import { openstatesBulk } from '../../../../ingest/sources/openstates-bulk/index.ts'
import type { StoredBill } from '../../../../ingest/state/stored-entities.ts'
import { collect } from '../../../support/harness/collect.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld, typesOf } from '../../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const data = realData('bill-texts')

describe.skipIf(data === undefined)('texts of nine states that are loaded after their bills', async () => {
  const objects = await mkdtemp(join(tmpdir(), 'state-bills-'))
  afterAll(() => rm(objects, { recursive: true, force: true }))
  const { database, settings } = await createTestDatabase({ object_store: objects })
  const ingesting = await createIngestWorld(database, settings)

  async function run(source: Source) {
    const items = await collect(source.read({ paths: [data!], started_at: '2026-08-01T00:00:00Z' }))
    const counts = await ingesting.run(items, { name: source.name })
    return { counts, reported: typesOf(await ingesting.emitted()) }
  }

  it('are each attached to the version or document with their address', async () => {
    await run(openstatesBulk)
    const { counts, reported: emitted } = await run(billText)
    expect(counts).toMatchObject({ records: 98, quarantined: 0, pending: 0 })
    expect(new Set(emitted)).toEqual(new Set(['bill.versions_changed']))
    const { rows } = await database.query<{ content: StoredBill }>(
      `SELECT h.content FROM ingest.stored_entity h JOIN ingest.entity e ON e.id = h.entity_id WHERE e.entity_type = 'bill'`,
    )
    const stored = rows.flatMap(({ content }) =>
      [...content.versions, ...content.documents].filter(({ text }) => text !== null),
    )
    expect([rows.length, stored.length]).toEqual([37, 98])
    expect(stored.filter(({ text, links }) => !links.some(({ url }) => url === text?.url))).toEqual([])
  }, 60_000)

  it('are emitted once', async () => {
    expect((await run(billText)).reported).toEqual([])
  }, 60_000)
})
