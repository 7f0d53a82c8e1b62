import { expect, it } from 'vitest'
import { eventually } from '../../support/harness/eventually.ts'
import { startRelay, stores } from '../../support/ingest/relay-world.ts'
import { bills, messages } from '../../support/log/log-readers.ts'
import { fillOutbox } from '../../support/log/outbox.ts'
import { publishRaw } from '../../support/log/publish-raw.ts'

it('a relay settles claims whose rows were lost with ingest, up to the end of the log', async () => {
  const place = await stores()
  await publishRaw(place.settings, messages(0, 5, { partition: 2 }))
  // The relay is gone: its first claim was never sent, its second was sent and not acknowledged.
  await place.database.query(
    `INSERT INTO control.partition_clock (topic, partition, claimed, end_offset) VALUES ($1, 1, 2, 0), ($1, 2, 3, 1)`,
    [bills],
  )
  startRelay(place)
  const clocks = async () => {
    const { rows } = await place.database.query(
      'SELECT partition, claimed, end_offset FROM control.partition_clock WHERE topic = $1 ORDER BY partition',
      [bills],
    )
    return rows
  }
  await eventually(
    async () => {
      expect(await clocks()).toEqual([
        { partition: 0, claimed: 0, end_offset: 0 },
        { partition: 1, claimed: 0, end_offset: 0 },
        { partition: 2, claimed: 0, end_offset: 5 },
        { partition: 3, claimed: 0, end_offset: 0 },
      ])
      return true
    },
    { timeout_ms: 15_000 },
  )
  await fillOutbox(place.database, place.settings, [{ key: 'ocd-bill/1', values: ['1', '2'] }])
  await eventually(async () => {
    const { rows } = await place.database.query('SELECT FROM ingest.outbox')
    return rows.length === 0
  })
})
