import { expect, it } from 'vitest'
import { notesOn } from '../../../cli/reports/sources-report.ts'
import { readVolumes } from '../../../runtime/freshness/source-volume.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)
const clock = createManualClock()
const WEEK_MS = 7 * 86_400_000
let number = 1_000

/** A run with this number of new bills. */
const run = (bills: number) =>
  ingesting.run(
    alone(
      ...Array.from({ length: bills }, () => {
        const identifier = `HB ${number++}`
        return bill(identifier, {}, { observed_at: clock.now().toISOString() })
      }),
    ),
    { name: 'state-site', clock },
  )

it('the volume of a source counts its events by week, without a first load, and shows silent weeks (R8)', async () => {
  await run(90)
  for (let week = 0; week < 5; week++) {
    clock.advance(WEEK_MS)
    await run(20)
    await run(4)
  }
  const { rows } = await database.query<{ runs: number; events: number }>(
    'SELECT runs, events FROM control.source_week ORDER BY week',
  )
  expect(rows[0]).toEqual({ runs: 1, events: 0 })
  const [first] = rows.slice(1)
  expect(first!.events).toBeGreaterThanOrEqual(24)
  expect(rows.slice(1)).toEqual(Array.from({ length: 5 }, () => ({ runs: 2, events: first!.events })))
  expect(notesOn(await readVolumes(database, clock.now()))).toEqual([])

  for (let week = 0; week < 3; week++) {
    clock.advance(WEEK_MS)
    await run(0)
  }
  clock.advance(WEEK_MS)
  const volumes = await readVolumes(database, clock.now())
  expect(volumes).toEqual([
    { source: 'state-site', this_week: 0, last_week: 0, usual: first!.events, quiet_weeks: 3 },
  ])
  expect(notesOn(volumes)).toEqual([
    `state-site was quiet for 3 weeks: 0 events last week, ${first!.events} in a usual one`,
  ])
})
