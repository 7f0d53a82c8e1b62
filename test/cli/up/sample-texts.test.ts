import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
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
  for (const [source, folder] of [
    ['openstates-scraper', 'legislature'],
    ['bill-text', 'texts'],
    ['model-legislation', 'models'],
  ] as const) {
    const counts = await service.ingest(source, join(sampleFolder, folder))
    expect(counts.quarantined, source).toBe(0)
  }
  await service.inSync()
  for (const part of ['derive', 'search']) expect((await run(part, 'fill')).code, part).toBe(0)
}, 240_000)

const run = (...args: string[]) =>
  legislog([...args, '--json'], { env: settingsEnvironment(service.settings) })

async function ask(path: string) {
  const answer = await api.get(path)
  expect(answer.statusCode, path).toBe(200)
  return answer.json()
}

const billOf = async (words: string) => (await ask(`/v1/bills?jurisdiction=zz&q=${words}`)).data[0]

it('every text of the sample belongs to a version of its bill, and none is pending', async () => {
  expect((await run('pending')).json()).toMatchObject({ pending: [] })
  const { rows } = await service.database.query(
    `SELECT count(*)::int AS texts FROM read_0001.bill_versions WHERE text_sha256 IS NOT NULL`,
  )
  expect(rows).toEqual([{ texts: 16 }])
})

it('a search finds a word that only a text has, and shows its passage', async () => {
  const found = await billOf('neonicotinoid')
  expect(found.identifier).toBe('HB 1')
  expect(found.passage).toMatchObject({ part: 'text', text: expect.stringContaining('neonicotinoid') })
})

it('HB 1 says what its versions changed, and which model it shares text with', async () => {
  const { id } = await billOf('neonicotinoid')
  const { data: changes } = await ask(`/v1/bills/${id}/changes`)
  expect(changes).toHaveLength(2)
  expect(changes[0].summary).toContain('the amount of the penalty changes from $500 to $1,000')
  expect(changes[1].summary).toContain('Section 7 is new')
  const { data: copycats } = await ask(`/v1/bills/${id}/copycats`)
  expect(copycats).toMatchObject([{ publisher: 'Friends of Pollinators', band: 'substantial' }])
  expect(copycats[0].longest_run).toBeGreaterThan(120)
  const excerpts = copycats[0].spans.map((span: { excerpt: string }) => span.excerpt)
  expect(excerpts).toContainEqual(expect.stringContaining('shall not apply a neonicotinoid pesticide'))
})

it('a bill without a digest has sentences of its text as its summary', async () => {
  const { id } = await billOf('shutoffs')
  const bill = await ask(`/v1/bills/${id}`)
  expect(bill.ai_summary).toContain('A utility shall give notice at least ten days before a shutoff')
  expect(bill.ai_summary_meta.method).toBe('extractive')
})

it('texts and models are removed with the sample', async () => {
  const removed = await run('sample', 'remove')
  expect(removed.code, removed.stderr).toBe(0)
  expect(removed.json()).toMatchObject({ by_type: { 'bill.removed': 14, 'model_text.removed': 1 } })
  await service.inSync()
  expect((await ask('/v1/bills?q=neonicotinoid')).data).toEqual([])
  expect((await run('derive', 'fill')).code).toBe(0)
  const { rows } = await service.database.query(
    `SELECT (SELECT count(*)::int FROM derive.shared_text) AS shared,
            (SELECT count(*)::int FROM read_0001.model_texts WHERE NOT deleted) AS models,
            (SELECT count(*)::int FROM read_0001.bills WHERE NOT deleted) AS bills`,
  )
  expect(rows).toEqual([{ shared: 0, models: 0, bills: 0 }])
  expect((await run('sample', 'remove')).json()).toEqual({ events: 0, by_type: {} })
  expect(await service.verify()).toMatchObject({ is_equal: true, differing: 0 })
}, 120_000)
