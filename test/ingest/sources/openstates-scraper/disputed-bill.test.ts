import { expect, it } from 'vitest'
import type { Observation } from '../../../../ingest/source-interface/observation.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { createIngestWorld } from '../../../support/ingest/ingest-world.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)
const source = { name: 'openstates-scraper' }

it('a roll call that was reported for the wrong bill is removed there and recorded for its own bill (N02)', async () => {
  const { observations } = await readSourceText(openstatesScraper, caseFolder('N02'))
  const [taken_back, vote] = observations.filter(({ entity }) => entity === 'vote')
  const [old_bill, new_bill] = observations.filter(({ entity }) => entity === 'bill')
  const as_before = {
    ...vote!,
    key: taken_back!.key,
    bill: { ...vote!.bill!, key: old_bill!.key },
  } as Observation
  const counts = await ingesting.run([[old_bill!], [new_bill!], [as_before]], source)
  expect(counts.disputed).toBe(1)
  const bills = (await ingesting.emitted()).filter(({ type }) => type === 'bill.introduced')
  const [old_id, new_id] = bills.map(({ body }) => body.ocd_id)

  await ingesting.run(
    observations.map((one) => [one]),
    source,
  )
  const votes = (await ingesting.emitted()).filter(({ type }) => type.startsWith('vote.'))
  expect(votes.map(({ type, body }) => [type, (body.bill as { ocd_id: string }).ocd_id])).toEqual([
    ['vote.removed', old_id],
    ['vote.recorded', new_id],
  ])

  await ingesting.run(
    observations.map((one) => [one]),
    source,
  )
  expect(await ingesting.emitted()).toEqual([])
})
