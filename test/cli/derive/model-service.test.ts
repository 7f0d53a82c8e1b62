import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startModelService } from '../../../cli/derive/model-service.ts'
import { createDeriverPool } from '../../../derive/threads/deriver-pool.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { TestApi } from '../../support/api/test-api.ts'
import { LAW, QUOTE, TRUTH } from '../../support/derive/deposit-law.ts'
import { type ChatPlay, type ChatServer, createChatServer } from '../../support/fakes/chat-server.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { headerOf, readTopic } from '../../support/log/read-topic.ts'
import { rebuildOf } from '../../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../../support/service/whole-service.ts'
import { billstatus } from '../../support/source-records/billstatus.ts'

const ADDRESS = 'https://www.govinfo.gov/content/pkg/BILLS-117s35is/xml/BILLS-117s35is.xml'
const xml = `<bill><form><congress>117th CONGRESS</congress><legis-num>S. 35</legis-num></form><legis-body><section><enum>1.</enum><text>${LAW}</text></section></legis-body></bill>`
const status = billstatus(`
  <textVersions><item><type>Introduced in Senate</type><date>2021-01-25T05:00:00Z</date>
    <formats><item><url>${ADDRESS}</url></item></formats></item></textVersions>`)

/** Answers from the section that has the law; the ids of sections depend on the text. */
const says =
  (text: string) =>
  (request: ChatServer['seen'][number]): ChatPlay => {
    const section = /\[(s\d+)\]\n[^[]*A landlord shall/u.exec(request.body.messages[1]!.content)?.[1]
    const sentences = [{ text, citations: [{ section, quote: QUOTE }] }]
    return { kind: 'says', content: { sentences, not_stated: [] }, tokens: 50 }
  }

let service: WholeService
let api: TestApi
let chat: ChatServer
let receiver: { readonly received: readonly unknown[] }
let bill: number

async function ingest(source: string, name: string, content: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-model-source-'))
  await writeFile(join(folder, name), content)
  await service.ingest(source, folder)
  await service.inSync()
}

/** Starts what `legislog derive` runs if MODEL_URL is set. Another name of the model asks about all bills again. */
function start(model_name: string): { stop(): Promise<void> } {
  const settings = { ...service.settings, model_url: chat.url, model_name }
  const pool = createDeriverPool(settings)
  const running = startModelService({
    settings,
    pool,
    database: service.database,
    objects: createObjectStore(settings),
    metrics: createMetrics(),
    log: createLog('test', 'silent'),
  })
  const stop = async () => {
    await Promise.all([pool.close(), running!.stop()])
  }
  cleanUp(stop)
  return { stop }
}

const rowsOf = async (schema: string) =>
  (
    await service.database.query<{ kind: string; item: { text: string } }>(
      `SELECT kind, item FROM ${schema}.bill_derivations WHERE NOT deleted ORDER BY kind`,
    )
  ).rows

const workIsDone = async () => {
  const { rows } = await service.database.query<{ works: number; due: number; requests: number }>(
    `SELECT count(*) AS works, count(due_at) AS due, (SELECT count(*) FROM ingest.derivation_request) AS requests
     FROM derive.model_work`,
  )
  const { works, due, requests } = rows[0]!
  return works > 0 && due === 0 && requests === 0
}

const events = async () =>
  (await readTopic(service.settings, 'legislog.derived.v1')).map((record) => headerOf(record, 'ce_type'))

beforeAll(async () => {
  const object_store = await mkdtemp(join(tmpdir(), 'legislog-model-objects-'))
  service = await createWholeService({ object_store })
  chat = await createChatServer()
  await service.startAll()
  await ingest('govinfo-billstatus', 'BILLSTATUS-117s35.xml', status)
  await ingest('bill-text', 'BILLS-117s35is.xml', xml)
  api = await service.openApi()
  bill = (await api.get('/v1/bills?jurisdiction=us')).json().data[0].id
  ;({ receiver } = await service.createEndpoint(['*']))
})

describe('a model that `legislog derive` asks', () => {
  it('writes no event if nothing that it says is proven', async () => {
    chat.play(says('A landlord must return the deposit within 45 days.'))
    const running = start('liar-1')
    await eventually(workIsDone, { timeout_ms: 60_000 })
    await running.stop()
    expect(chat.count()).toBeGreaterThan(0)
    expect(await events()).toEqual([])
  })

  it('writes events, rows and a reason to read the bill again, and sends no webhook', async () => {
    const since = (await api.get('/v1/bills?updated_since=1970-01-01')).headers['x-sync-through']
    chat.play(says(TRUTH))
    const running = start('honest-1')
    await eventually(async () => (await workIsDone()) && (await events()).length === 2, {
      timeout_ms: 60_000,
    })
    await running.stop()
    await service.inSync()
    expect(await events()).toEqual(['derivation.recorded', 'derivation.recorded'])
    expect(await rowsOf('read_0001')).toMatchObject([{ kind: 'explanation' }, { kind: 'summary' }])
    const { data } = (await api.get(`/v1/bills?updated_since=${since}`)).json()
    expect(data).toMatchObject([{ id: bill, reasons: { summary: expect.any(String) } }])
    await service.delivered()
    expect(receiver.received).toEqual([])
  })

  it('is not asked by a rebuild, which gives equal rows', async () => {
    const [before, asked] = [await rowsOf('read_0001'), chat.count()]
    const report = await rebuildOf(service)
    expect(report).toMatchObject({ read_schema: 'read_0002' })
    const content = (rows: typeof before) => rows.map(({ kind, item }) => [kind, item.text])
    expect(content(await rowsOf('read_0002'))).toEqual(content(before))
    expect(chat.count()).toBe(asked)
  })
})
