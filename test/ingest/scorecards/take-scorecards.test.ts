import { beforeEach, expect, it } from 'vitest'
import { takeScorecards } from '../../../ingest/scorecards/take-scorecards.ts'
import { createLog } from '../../../runtime/log.ts'
import { someScorecard } from '../../support/builders/scorecards.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const none = { requests: 0, changed: 0, unchanged: 0, refused: 0 }
const OCD_ID = 'ocd-scorecard/00000000-0000-4000-8000-000000000001'
const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const world = await createIngestWorld(database, settings)
const log = createLog('test', 'silent')
const context = { settings, database, codec: world.codec, log, clock: createManualClock() }

beforeEach(async () => {
  await database.query('TRUNCATE ingest.outbox, ingest.scorecard_request, ingest.quarantine')
})

let id = 0
async function request(body: object, ocdId = OCD_ID): Promise<void> {
  if (id === 0)
    id = (await database.query<{ id: number }>(`SELECT nextval('ingest.entity_id') AS id`)).rows[0]!.id
  await database.query(
    'INSERT INTO ingest.scorecard_request (scorecard_id, ocd_id, body) VALUES ($1, $2, $3)',
    [id, ocdId, JSON.stringify(body)],
  )
}
const emitted = async () => (await world.emitted()).map(({ type, body }) => ({ type, body }))

it('a publication is one event, a repeat is none, and a change and a removal are events', async () => {
  const scorecard = someScorecard({ title: 'Ours' })
  await request({ scorecard })
  await request({ scorecard })
  await request({ scorecard: { ...scorecard, title: 'Ours, corrected' } })
  await request({ removed: 'unpublished by its organization' })
  await request({ removed: 'unpublished by its organization' })
  await request({ scorecard })
  expect(await takeScorecards(context)).toEqual({ ...none, requests: 6, changed: 4, unchanged: 2 })
  expect(await emitted()).toMatchObject([
    { type: 'scorecard.published', body: { id, ocd_id: OCD_ID, scorecard: { title: 'Ours' } } },
    { type: 'scorecard.updated', body: { id, scorecard: { title: 'Ours, corrected' } } },
    { type: 'scorecard.removed', body: { id } },
    { type: 'scorecard.published', body: { id } },
  ])
  expect(await takeScorecards(context)).toEqual(none)
})

it('a request that is no scorecard is quarantined, and the others go on', async () => {
  await request({ scorecard: { title: 'No items' } })
  await request({ scorecard: someScorecard({ title: 'Good' }) })
  expect(await takeScorecards(context)).toMatchObject({ requests: 2, changed: 1, refused: 1 })
  const { rows } = await database.query('SELECT source, reason FROM ingest.quarantine')
  expect(rows).toEqual([{ source: 'accounts', reason: 'record_invalid' }])
})

it('an id that another entity has is refused', async () => {
  await request({ scorecard: someScorecard() }, 'ocd-scorecard/00000000-0000-4000-8000-000000000002')
  expect(await takeScorecards(context)).toMatchObject({ refused: 1 })
})

it('two processes take each request once, and a kill loses none', async () => {
  await request({ scorecard: someScorecard({ title: 'Once' }) })
  const dying = { ...context.codec, encode: () => Promise.reject(new Error('killed')) }
  await expect(takeScorecards({ ...context, codec: dying })).rejects.toThrow('killed')
  const taken = await Promise.all([takeScorecards(context), takeScorecards(context)])
  expect(taken.reduce((sum, { changed }) => sum + changed, 0)).toBe(1)
})
