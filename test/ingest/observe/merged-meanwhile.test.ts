import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { action, alone, bill, vote } from '../../support/builders/observations.ts'
import { createPostgresProxy, type Moment } from '../../support/faults/postgres-proxy.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const test = await createTestDatabase({ log_level: 'silent' })
const { database, settings } = test
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const idOf = entityIds(database)

const proxy = await createPostgresProxy(test.url)
const slow = createDatabase(
  { ...settings, database_url: proxy.url },
  { application_name: 'legislog slow test' },
)
cleanUp(() => slow.end())
const held_up = await createIngestWorld(slow, settings)

const live = { mode: 'live' } as const
const on = (day: number) => ({ observed_at: `2026-04-${String(day).padStart(2, '0')}T00:00:00Z` })
const filed = action('2026-01-02', 'Docket filed.', ['filing'])
const billId = (identifier: string) => idOf('bill', bill(identifier).key)
const seen = (identifier: string, day: number, title = `${identifier} on day ${day}`) =>
  bill(identifier, { title, actions: [filed] }, on(day))

/** The transaction looks up again what was known before it. */
const identifying: Moment = ({ sql }) =>
  /^SELECT i\.entity_type, i\.natural_key, .* JOIN ingest\.entity/s.test(sql)
const locking: Moment = ({ sql }) => /FROM ingest\.entity .* FOR NO KEY UPDATE/s.test(sql)
const moments: [string, Moment, string, string, string][] = [
  ['before it is looked up again', identifying, 'HB 11', 'HB 12', 'HB 13'],
  ['before it is locked', locking, 'HB 21', 'HB 22', 'HB 23'],
]

/** Calls `meanwhile` while a run is stopped at the moment. */
async function runAround(
  moment: Moment,
  items: ReturnType<typeof alone>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const stopped = proxy.holdBefore(moment)
  const run = held_up.run(items, live)
  const held = await Promise.race([stopped, run.then(() => null)])
  await meanwhile()
  held?.release()
  const counts = await run
  expect(held).not.toBeNull()
  expect(counts.by_jurisdiction).not.toMatchObject({ [items[0]![0]!.jurisdiction]: { quarantined: 1 } })
}

/** The titles in the source's records of an entity. */
async function records(entity_id: number): Promise<Record<string, string>> {
  const { rows } = await database.query<{ record_key: string; title: string }>(
    `SELECT record_key, parts #>> '{core,title}' AS title FROM ingest.snapshot WHERE entity_id = $1 ORDER BY 1`,
    [entity_id],
  )
  return Object.fromEntries(rows.map(({ record_key, title }) => [record_key, title]))
}

const titles = async () =>
  (await ingesting.emitted()).flatMap(({ type, body }) =>
    type === 'bill.updated' ? [[body.id, (body.core as { title: string }).title]] : [],
  )

describe.each(moments)(
  'when a bill is merged while a source reports it, %s, the report',
  (_, moment, one, other, third) => {
    let [loser, winner] = [0, 0]

    it("becomes a record of the winner, and the winner's content stays", async () => {
      await ingesting.run(alone(seen(one, 1), seen(other, 1)), live)
      ;[loser, winner] = [await billId(one), await billId(other)]
      await ingesting.emitted()
      await runAround(moment, alone(seen(one, 2)), () => operating.merge(loser, winner))
      expect(await records(winner)).toEqual({
        '': `${other} on day 1`,
        [`~${loser}|`]: `${one} on day 2`,
      })
      expect(await records(loser)).toEqual({})
      for (const [id, title] of await titles()) expect([id, title]).toEqual([winner, `${other} on day 1`])
    })

    it('becomes a record of the bill itself after a split', async () => {
      await runAround(moment, alone(seen(one, 3)), () => operating.split(loser))
      expect(await records(loser)).toEqual({ '': `${one} on day 3` })
      expect(await records(winner)).toEqual({ '': `${other} on day 1` })
    })

    it("becomes a record beside the winner's own if one batch reports both", async () => {
      await runAround(moment, alone(seen(one, 4), seen(other, 4)), () => operating.merge(loser, winner))
      expect(await records(winner)).toEqual({
        '': `${other} on day 4`,
        [`~${loser}|`]: `${one} on day 4`,
      })
    })

    it('moves a new roll call to the winner', async () => {
      await ingesting.run(alone(seen(third, 1)), live)
      const last = await billId(third)
      await ingesting.emitted()
      await runAround(moment, alone(vote(third, 'roll', {}, on(2))), () => operating.merge(last, winner))
      const [recorded] = (await ingesting.emitted()).filter(({ type }) => type === 'vote.recorded')
      expect(recorded?.body.bill).toMatchObject({ id: winner })
    })
  },
)

it('a new roll call moves with its bill during a merge', async () => {
  await ingesting.run(alone(seen('HB 31', 1), seen('HB 32', 1)), live)
  const [loser, winner] = [await billId('HB 31'), await billId('HB 32')]
  const slowly = createTestOperator(slow, settings, ingesting.codec)
  const stopped = proxy.holdBefore(locking)
  const merge = slowly.merge(loser, winner)
  const held = await stopped
  await ingesting.run(alone(vote('HB 31', 'roll', {}, on(2))), live)
  await ingesting.emitted()
  held.release()
  await merge
  const votes = (await ingesting.emitted()).filter(({ type }) => type.startsWith('vote.'))
  expect(votes.map(({ type, body }) => [type, (body.bill as { id: number }).id])).toEqual([
    ['vote.recorded', winner],
    ['vote.removed', loser],
  ])
})

describe('a merge or split by an operator during another merge or split', () => {
  const slowly = createTestOperator(slow, settings, ingesting.codec)
  const around = async (decide: () => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
    const stopped = proxy.holdBefore(locking)
    const decided = decide()
    const held = await stopped
    await meanwhile()
    held.release()
    await decided
  }
  const merges = async () => {
    const reported = (await ingesting.emitted()).filter(({ type }) => type === 'bill.merged')
    return reported.map(({ body }) => [body.id, (body.into as { id: number }).id])
  }

  it('takes effect after the other one', async () => {
    await ingesting.run(alone(...['HB 41', 'HB 42', 'HB 43', 'HB 44'].map((number) => seen(number, 1))), live)
    const ids = await Promise.all(['HB 41', 'HB 42', 'HB 43', 'HB 44'].map(billId))
    const [a, b, c, d] = ids as [number, number, number, number]
    await ingesting.emitted()
    await around(
      () => slowly.merge(a, b),
      () => operating.merge(b, c),
    )
    expect(await merges()).toEqual([
      [b, c],
      [a, c],
    ])
    await around(
      () => slowly.merge(c, d),
      () => operating.split(a),
    )
    expect(await merges()).toEqual([
      [c, d],
      [b, d],
    ])
    await around(
      () => slowly.split(c),
      () => operating.merge(a, d),
    )
    expect([await billId('HB 41'), await billId('HB 42'), await billId('HB 43')]).toEqual([d, c, c])
    await around(
      () => expect(slowly.split(a)).rejects.toThrow('was not merged'),
      () => operating.split(a),
    )
  })
})
