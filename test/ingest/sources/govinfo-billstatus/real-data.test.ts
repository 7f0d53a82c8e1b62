import { describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import type { ObservationOf } from '../../../../ingest/source-interface/observation.ts'
import { govinfoBillstatus } from '../../../../ingest/sources/govinfo-billstatus/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld } from '../../../support/ingest/ingest-world.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const folder = realData('govinfo-billstatus')
const statusOf = ({ parts: { core, actions } }: ObservationOf<'bill'>) =>
  foldStatus(
    actions!.map((one, index) => ({ ...one, id: String(index) })),
    {
      jurisdiction: core!.jurisdiction,
      chamber_of_origin: core!.chamber,
      classification: core!.classification,
      title: core!.title,
    },
  ).at(-1)!

describe.skipIf(folder === undefined)('the published bill status documents', () => {
  it('are read in all three layouts and end in the right status', async () => {
    const run = await readSourceText(govinfoBillstatus, folder!)
    expect(run.rejections).toEqual([])
    expect(run.of('bill')).toHaveLength(31)
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    const end = (record: string) => {
      const { status, detail } = statusOf(run.of('bill').find((bill) => bill.record.endsWith(record))!)
      return [status, detail]
    }
    expect(end('legacy/BILLSTATUS-114hr1314.xml')).toEqual(['enacted', null])
    expect(end('legacy/BILLSTATUS-114s1300.xml')).toEqual(['enacted', null])
    expect(end('legacy/BILLSTATUS-114hr3762.xml')).toEqual(['vetoed', null])
    expect(end('legacy/BILLSTATUS-114sjres8.xml')).toEqual(['vetoed', 'override_failed'])
    expect(end('legacy/BILLSTATUS-114hconres70.xml')).toEqual(['adopted', null])
    expect(end('legacy/BILLSTATUS-114hres348.xml')).toEqual(['adopted', null])
    expect(end('textVersions/DEV-BILLSTATUS-115s2269.xml')).toEqual(['to_executive', null])
  })

  it('have the same content in layouts 1 and 3, except for later changes', async () => {
    const run = await readSourceText(govinfoBillstatus, folder!)
    const of = (record: string) => run.of('bill').find((bill) => bill.record.endsWith(record))!
    const [before, after] = [of('current/BILLSTATUS-117s35.xml'), of('future/BILLSTATUS-117s35.xml')]
    expect(after.parts.actions).toEqual(before.parts.actions)
    expect(after.parts.sponsors).toEqual(before.parts.sponsors)
    expect(after.parts.core?.subjects).toEqual(before.parts.core?.subjects)
  })
})

describe.skipIf(folder === undefined)('an ingest of the whole folder of bill status documents', () => {
  it('emits 25 bills once, and the newer of two layouts wins', async () => {
    const { database, settings } = await createTestDatabase()
    const ingesting = await createIngestWorld(database, settings)
    const { items } = await readSourceText(govinfoBillstatus, folder!)
    const first = await ingesting.run(items, { name: 'govinfo-billstatus' })
    expect(first).toMatchObject({ quarantined: 0 })
    expect(first.by_type).toMatchObject({ 'bill.introduced': 25, 'session.observed': 4 })
    expect((await ingesting.run(items, { name: 'govinfo-billstatus' })).events).toBe(0)
    const { rows } = await database.query<{ rank: number }>(
      `SELECT s.schema_rank AS rank FROM ingest.snapshot s JOIN ingest.identity i USING (entity_id)
       WHERE i.natural_key = 'ocd-division/country:us|117|S35'`,
    )
    expect(rows).toEqual([{ rank: 3 }])
  })
})
