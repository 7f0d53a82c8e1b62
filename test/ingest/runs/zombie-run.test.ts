import { expect, it } from 'vitest'
import { runIngest } from '../../../ingest/runs/run.ts'
import type { Source, SourceItem } from '../../../ingest/source-interface/source.ts'
import { bill } from '../../support/builders/observations.ts'
import { createSchedulerWorld } from '../../support/ingest/scheduler-world.ts'

const { database, common, settings } = await createSchedulerWorld()

const saying = (read: () => AsyncIterable<SourceItem>): Source => ({
  name: 'state-site',
  mapper_version: 1,
  read,
})
const seen = (number: number, title: string): SourceItem => ({
  kind: 'observed',
  group: [bill(`HB ${number}`, { title }, { observed_at: '2026-01-10T00:00:00Z' })],
})
const run = (source: Source) =>
  runIngest({
    ...common,
    settings: { ...settings, ingest_batch_entities: 2 },
    source,
    paths: ['test'],
  })
const titles = async () => {
  const { rows } = await database.query<{ title: string }>(
    `SELECT parts #>> '{core,title}' AS title FROM ingest.snapshot ORDER BY title`,
  )
  return rows.map(({ title }) => title)
}

it('a run that slept while another run took over its source writes nothing more', async () => {
  const asleep = saying(async function* () {
    for (let number = 1; number <= 4; number++) yield seen(number, `${number} before it slept`)
    // Its lease expires, and the next run begins and ends.
    await database.query('UPDATE ingest.source_lease SET expires_at = clock_timestamp()')
    await run(
      saying(async function* () {
        yield seen(9, '9 of the next run')
      }),
    )
    for (let number = 5; number <= 8; number++) yield seen(number, `${number} after it slept`)
  })
  await expect(run(asleep)).rejects.toMatchObject({ code: 'lease_lost' })
  const held = await titles()
  expect(held.filter((title) => title.endsWith('after it slept'))).toEqual([])
  expect(held).toContain('9 of the next run')
  const { rows } = await database.query('SELECT status FROM ingest.run ORDER BY id')
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['done', 'lost'])
  expect((await database.query('SELECT FROM ingest.source_lease')).rows).toEqual([])
  const { rows: events } = await database.query<{ events: number }>(
    'SELECT count(*) AS events FROM ingest.outbox',
  )
  expect(events[0]!.events).toBe(held.length)
})
