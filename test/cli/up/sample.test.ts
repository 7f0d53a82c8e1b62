import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleState } from '../../../cli/up/sample.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import type { TestApi } from '../../support/api/test-api.ts'
import { legislog } from '../../support/harness/command-line.ts'
import { createWholeService, sampleFolder, type WholeService } from '../../support/service/whole-service.ts'

let service: WholeService
let api: TestApi

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  api = await service.openApi()
  await service.ingestSample()
  await service.ingest('tiger', join(sampleFolder, 'addresses'))
  // The user has added another day, and closed the session.
  await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
  await run('session', 'close', 'zz', '2026', '--on', '2026-06-30')
  await service.inSync()
}, 240_000)

const run = (...args: string[]) =>
  legislog([...args, '--json'], { env: settingsEnvironment(service.settings) })

async function listed(path: string): Promise<unknown[]> {
  const answer = await api.get(path)
  expect(answer.statusCode, path).toBe(200)
  return (answer.json() as { data: unknown[] }).data
}

const lists = [
  '/v1/bills?jurisdiction=zz',
  '/v1/bills?q=pollinators',
  '/v1/votes?jurisdiction=zz',
  '/v1/legislators?jurisdiction=zz',
  '/v1/committees?jurisdiction=zz',
  '/v1/regulations',
  '/v1/jurisdictions',
]

const coverage = async () =>
  (await listed('/v1/coverage?limit=200')) as { id: string; sources?: { source: string }[] }[]

describe('legislog sample remove', () => {
  it('removes the sample from all lists, search and coverage, and sends no webhook', async () => {
    const before = await Promise.all(lists.map(listed))
    expect(before.map((data) => data.length > 0)).toEqual(lists.map(() => true))
    expect(JSON.stringify(await coverage())).toContain('state:zz')
    expect(await sampleState(service.database)).toBe('loaded')
    const { receiver } = await service.createEndpoint(['*'])

    const outcome = await run('sample', 'remove')
    expect(outcome.code, outcome.stderr).toBe(0)
    expect(outcome.json()).toMatchObject({
      by_type: {
        'bill.removed': 15,
        'vote.removed': 8,
        'person.removed': 10,
        'session.removed': 2,
        'regulation.removed': 2,
        'jurisdiction.removed': 1,
        'address_release.withdrawn': 1,
      },
    })
    await service.caughtUp()
    await service.delivered()
    expect(receiver.received).toEqual([])
    expect(await Promise.all(lists.map(listed))).toEqual(lists.map(() => []))
    expect(JSON.stringify(await coverage())).not.toContain('state:zz')
    expect(await sampleState(service.database)).toBe('removed')
    expect(await service.verify()).toMatchObject({ is_equal: true, differing: 0 })
  }, 240_000)

  it('emits nothing the second time', async () => {
    expect((await run('sample', 'remove')).json()).toEqual({ events: 0, by_type: {} })
  }, 120_000)

  it('can be undone by loading the sample again', async () => {
    for (const day of ['legislature', 'revision']) {
      await service.ingest('openstates-scraper', join(sampleFolder, day))
    }
    await service.caughtUp()
    expect(await listed('/v1/bills?jurisdiction=zz&limit=200')).toHaveLength(15)
    expect(await service.verify()).toMatchObject({ is_equal: true, differing: 0 })
  }, 120_000)
})
