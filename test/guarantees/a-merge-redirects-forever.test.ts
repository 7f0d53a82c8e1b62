import { beforeAll, describe, expect, it } from 'vitest'
import { runIngest } from '../../ingest/runs/run.ts'
import type { Observation } from '../../ingest/source-interface/observation.ts'
import type { Source } from '../../ingest/source-interface/source.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/log.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { action, alone, bill, legislator, session, sponsor, vote } from '../support/builders/observations.ts'
import { createTestOperator, type TestOperator } from '../support/ingest/operator.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let operating: TestOperator
let api: TestApi
const ids = new Map<string, number>()
const idOf = (key: string) => ids.get(key) ?? 0

async function emit(...observations: Observation[]): Promise<void> {
  const source: Source = {
    name: 'test-source',
    mapper_version: 1,
    async *read() {
      for (const group of alone(...observations)) yield { kind: 'observed', group }
    },
  }
  const { settings, database, codec } = service
  const log = createLog('test', 'silent')
  await runIngest({ source, paths: ['test'], settings, database, codec, log, clock: systemClock })
  await service.caughtUp()
}

const everything = () => [
  session(),
  bill('HB 1', {
    actions: [action('2026-01-12', 'First reading.')],
    sponsors: [sponsor('Jack W. Williams')],
  }),
  bill('HB 2'),
  bill('HB 3'),
  vote('HB 1', 'roll', { votes: [] }),
  legislator('Jack W. Williams'),
  legislator('Jack D. Williams'),
]

beforeAll(async () => {
  service = await createWholeService()
  operating = createTestOperator(service.database, service.settings, service.codec)
  await service.startAll()
  await emit(...everything())
  const { rows } = await service.database.query<{ natural_key: string; entity_id: number }>(
    'SELECT natural_key, entity_id FROM ingest.identity',
  )
  for (const { natural_key, entity_id } of rows) ids.set(natural_key, entity_id)
  api = await service.openApi()
})

describe('the id of a merged entity', () => {
  it('redirects to the final entity of a chain of merges (I7, I20)', async () => {
    const [a, b, c] = ['HB 1', 'HB 2', 'HB 3'].map((identifier) => idOf(bill(identifier).key))
    await operating.merge(a!, b!)
    await service.caughtUp()
    expect((await api.get(`/v1/bills/${a}`)).json()).toMatchObject({ code: 'moved', replaced_by: { id: b } })
    await operating.merge(b!, c!)
    await service.caughtUp()
    for (const id of [a, b]) {
      const answer = await api.get(`/v1/bills/${id}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, `/v1/bills/${c}`])
    }
    const { data } = (await api.get(`/v1/bills/${c}/votes`)).json()
    expect(data).toHaveLength(1)
    expect((await api.get('/v1/bills?jurisdiction=wa')).json().data).toHaveLength(1)
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  })

  it('is followed if a printed name was matched to it (I21)', async () => {
    const [loser, winner] = ['Jack W. Williams', 'Jack D. Williams'].map((name) => idOf(legislator(name).key))
    await operating.merge(loser!, winner!)
    await service.caughtUp()
    const answer = await api.get(`/v1/legislators/${loser}`)
    expect(answer.json()).toMatchObject({ code: 'moved', replaced_by: { id: winner } })
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  })

  it('is independent again after a split, with all its data', async () => {
    const [a, b] = ['HB 1', 'HB 2'].map((identifier) => idOf(bill(identifier).key))
    await operating.split(a!)
    await operating.split(b!)
    await operating.split(idOf(legislator('Jack W. Williams').key))
    await service.caughtUp()
    for (const id of [a, b]) expect((await api.get(`/v1/bills/${id}`)).statusCode).toBe(200)
    expect((await api.get(`/v1/bills/${a}/actions`)).json().data).toHaveLength(1)
    expect((await api.get(`/v1/bills/${a}/votes`)).json().data).toHaveLength(1)
    expect((await api.get('/v1/bills?jurisdiction=wa')).json().data).toHaveLength(3)
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  })
})
