import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { rebuildOf, rollbackOf, startFollowing } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const REQUESTS_PER_S = 200
const CONNECTIONS = 4
const ROLLBACKS = 3

let service: WholeService
let api: TestApi
let url: string

beforeAll(async () => {
  service = await createWholeService({ rate_limits: 'enterprise=0' })
  service.startRelay()
  startFollowing(service)
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  url = await api.app.listen({ host: '127.0.0.1', port: 0 })
})

type Seen = { readonly status: number; readonly marks: ReadonlySet<string>; readonly through: string }

const paths = [
  '/v1/bills?limit=50',
  '/v1/bills?updated_since=2026-01-01&include=deleted&limit=50',
  '/v1/bills?q=HB%207',
]

async function ask(path: string): Promise<Seen> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${api.token}` } })
  const { data } = (await answer.json()) as { data?: { title: string }[] }
  return {
    status: answer.status,
    marks: new Set(data?.map(({ title }) => (title.startsWith('Rebuilt: ') ? 'rebuilt' : 'live'))),
    through: answer.headers.get('x-sync-through') ?? '',
  }
}

/** Sends requests up to a rate, over this many connections, until `isOver`. */
async function hammer(isOver: () => boolean): Promise<Seen[]> {
  const seen: Seen[] = []
  const began = performance.now()
  let asked = 0
  async function askOn(): Promise<void> {
    while (!isOver()) {
      if (asked >= ((performance.now() - began) / 1_000) * REQUESTS_PER_S) await delay(2)
      else seen.push(await ask(paths[asked++ % paths.length]!))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn))
  return seen
}

describe('readers that send requests during many swaps and rollbacks', () => {
  it('get no errors, no pages from two read schemas, and no times that go back', async () => {
    let isOver = false
    const hammering = hammer(() => isOver)
    hammering.catch(() => {})
    const lived: string[] = []
    try {
      // The comparison is done: from here on, its rows may differ from the others.
      await rebuildOf(service, {
        patience_ms: 20_000,
        async onPhase(phase, readSchema) {
          if (phase !== 'swap') return
          await service.database.query(
            `UPDATE ${readSchema}.bills SET item = jsonb_set(item::jsonb, '{title}', to_jsonb('Rebuilt: ' || title))::json`,
          )
        },
      })
      for (let count = 0; count < ROLLBACKS; count++) {
        lived.push((await liveReadSchema(service.database))!)
        await rollbackOf(service)
      }
    } finally {
      isOver = true
      await hammering
    }
    const seen = await hammering
    expect(lived).toEqual(['read_0002', 'read_0001', 'read_0002'])
    expect(seen.length).toBeGreaterThan(200)
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
    expect(seen.filter(({ marks }) => marks.size > 1)).toEqual([])
    const all = new Set(seen.flatMap(({ marks }) => [...marks]))
    expect(all).toEqual(new Set(['live', 'rebuilt']))
  }, 90_000)

  it('never see X-Sync-Through go back', async () => {
    let isOver = false
    const times: string[] = []
    const asking = (async () => {
      while (!isOver) times.push((await ask(paths[1]!)).through)
    })()
    await rollbackOf(service)
    await rollbackOf(service)
    isOver = true
    await asking
    expect(times).toEqual([...times].sort())
    expect(new Set(times).size).toBeGreaterThan(1)
  }, 60_000)
})
