import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../support/api/test-api.ts'
import { hasPython, type Kit, pythonKit, typescriptKit } from '../support/clients/kit.ts'
import { freePort } from '../support/guides/live-guide.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let environment: Record<string, string>

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  environment = { TOKEN: api.token, BASE: await api.app.listen({ host: '127.0.0.1', port: 0 }) }
})

type Item = { readonly id: number }
/** Few enough that a client is killed several times. */
const PAGE = NIGHTLY ? 2 : 3
const shown = async (path: string): Promise<Item[]> => (await api.get(`${path}?limit=200`)).json().data
const byId = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]))

function kept(kit: Kit): ReadonlyMap<number, Item> {
  const copy = new DatabaseSync(join(kit.folder, 'copy.db'))
  const rows = copy.prepare('SELECT body FROM item').all()
  copy.close()
  return byId(rows.map(({ body }) => JSON.parse(String(body)) as Item))
}

const clients = [
  {
    name: 'TypeScript',
    isInstallable: true,
    install: typescriptKit,
    pages: ['{ checkpoint }', `{ checkpoint, query: { limit: ${PAGE} } }`],
  },
  {
    name: 'Python',
    isInstallable: hasPython,
    install: pythonKit,
    pages: ['checkpoint=kept[0]', `limit=${PAGE}, checkpoint=kept[0]`],
  },
] as const

describe.each(clients)(
  'the client for $name, installed from its package',
  ({ isInstallable, install, pages }) => {
    let kit: Kit
    beforeAll(async () => {
      if (isInstallable) kit = await install()
    }, 300_000)

    it.runIf(isInstallable)('lists all bills that a search finds', async () => {
      const printed = await kit.run('search', ['zz', 'water'], environment)
      const found = (await api.get('/v1/bills?jurisdiction=zz&q=water&limit=200')).json().data
      expect(found.length).toBeGreaterThan(0)
      for (const { identifier, title } of found) expect(printed).toContain(`${identifier}: ${title}`)
      expect(printed.trimEnd().split('\n')).toHaveLength(found.length)
    })

    it.runIf(isInstallable)('keeps a copy that is right if it is killed after every page', async () => {
      await kit.edit('sync', pages[0], pages[1])
      let kills = 0
      while (await kit.kill('sync', ['copy.db', '/v1/bills'], environment, 2)) kills += 1
      expect(kills).toBeGreaterThan(1)
      expect(kept(kit)).toEqual(byId(await shown('/v1/bills')))
    })

    it.runIf(isInstallable)(
      'asks only for changes later, and empties the copy if the feed was rebuilt',
      async () => {
        await service.ingest('openstates-scraper', 'sample/revision')
        await service.caughtUp()
        await kit.run('sync', ['copy.db', '/v1/bills'], environment)
        expect(kept(kit)).toEqual(byId(await shown('/v1/bills')))
        expect(await kit.run('sync', ['copy.db', '/v1/bills'], environment)).toBe('0 changed, 0 deleted\n')

        await service.database.query(
          'UPDATE control.read_schema SET feed_epoch = feed_epoch + 1, feed_since = now() WHERE is_live',
        )
        const copy = new DatabaseSync(join(kit.folder, 'copy.db'))
        copy.exec("INSERT INTO item VALUES ('/v1/bills', 999999, '{\"id\": 999999}')")
        copy.close()
        await kit.run('sync', ['copy.db', '/v1/bills'], environment)
        expect(kept(kit)).toEqual(byId(await shown('/v1/bills')))
      },
    )

    it.runIf(isInstallable)('verifies deliveries of a real endpoint', async () => {
      const port = await freePort()
      const answer = await api.get('/v1/webhook_endpoints', {
        method: 'POST',
        payload: { url: `http://127.0.0.1:${port}/hooks`, events: ['bill.action'] },
      })
      expect(answer.statusCode, answer.body).toBe(201)
      const { id, secret } = answer.json()
      const printed = await kit.listen('receive', { SECRET: secret, PORT: String(port) })
      const test = await api.get(`/v1/webhook_endpoints/${id}/test`, { method: 'POST', payload: {} })
      expect(test.statusCode, test.body).toBeLessThan(300)
      await eventually(() => printed().includes('bill.action {'), { timeout_ms: 60_000 })
      const forged = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(401)
    })

    it.runIf(isInstallable)('follows a bill, and names the code of a refusal', async () => {
      const [bill] = await shown('/v1/bills')
      expect(await kit.run('follow', [String(bill!.id)], environment)).toMatch(/^follows .+: /)
      const refused = kit.run('follow', ['999999999'], environment)
      await expect(refused).rejects.toMatchObject({ stderr: expect.stringMatching(/^not_found: 404 /) })
    })
  },
)
