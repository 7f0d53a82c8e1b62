import { describe, expect, it } from 'vitest'
import { closeSession } from '../../../ingest/closing/close-session.ts'
import { findSession } from '../../../ingest/closing/find-session.ts'
import { forecastClosing } from '../../../ingest/closing/forecast-closing.ts'
import { createLog } from '../../../runtime/log.ts'
import { action, alone, bill, DIVISION, SESSION, session } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operator = {
  database,
  settings,
  codec: ingesting.codec,
  log: createLog('test', 'silent'),
  clock: createManualClock(),
}
const introduced = action('2026-01-12', 'First reading.', ['introduction'])
await ingesting.run(
  alone(
    session(),
    bill('HB 1', { actions: [introduced], subjects: ['Taxes'] }),
    bill('HB 2', {
      actions: [introduced, action('2026-03-12', 'Referred to Rules.', ['referral-committee'])],
    }),
    bill('HB 3', {
      actions: [introduced, action('2026-04-01', 'Governor signed.', ['executive-signature'])],
    }),
  ),
)
await ingesting.emitted()
const found = await findSession(database, { division_id: DIVISION, session: SESSION })
const end = (closed_on: string | null) =>
  closeSession(operator, { division_id: DIVISION, session: SESSION, closed_on, by: 'operator', mode: 'live' })

describe("the forecast of a session's closing", () => {
  it('counts bills by status, names bills with later actions, and writes nothing', async () => {
    const forecast = await forecastClosing(database, found, '2026-03-01')
    expect(forecast).toMatchObject({
      bills: 3,
      statuses: [
        { from: 'enacted', to: 'enacted', bills: 1 },
        { from: 'in_committee', to: 'dead', bills: 1 },
        { from: 'introduced', to: 'dead', bills: 1 },
      ],
      acted_later: { bills: 1, last_on: '2026-03-12', identifiers: ['HB 2'] },
    })
    expect(forecast.changes).toHaveLength(2)
    expect(forecast.changes[0]).toMatchObject({ jurisdiction: DIVISION, subjects: ['Taxes'] })
    expect(await ingesting.emitted()).toEqual([])
  })

  it('matches the result of the closing', async () => {
    const { changes, acted_later } = await forecastClosing(database, found, '2026-03-12')
    expect(acted_later).toEqual({ bills: 0, last_on: null, identifiers: [] })
    expect((await end('2026-03-12')).by_type['bill.status_changed']).toBe(changes.length)
    expect((await forecastClosing(database, found, '2026-03-12')).changes).toEqual([])
    const back = await forecastClosing(database, found, null)
    const alive = back.statuses.filter(({ from }) => from === 'dead').map(({ to }) => to)
    expect(alive.toSorted()).toEqual(['in_committee', 'introduced'])
    expect((await end(null)).by_type['bill.status_changed']).toBe(back.changes.length)
  })
})
