import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultTiers } from '../../schemas/http/service/tiers.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { type Block, blocksOf, guidesFolder, missingOf } from '../support/guides/guide.ts'
import { createLiveGuide, type LiveGuide } from '../support/guides/live-guide.ts'
import { createServiceWithSample, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let guide: LiveGuide

beforeAll(async () => {
  service = await createServiceWithSample()
  api = await service.openApi()
  guide = await createLiveGuide(api)
})

describe('a guide', () => {
  it('contains only programs that exist as files and blocks that a test runs', async () => {
    const files = await readdir(guidesFolder)
    const programs = new Set<string>()
    const pages = [...files.filter((file) => file.endsWith('.md')), '../api.md', '../webhooks.md']
    for (const page of pages) {
      for (const { language, code } of await blocksOf(page)) {
        expect(['sh', 'json', 'ts', 'python'], `${page}: ${code}`).toContain(language)
        if (language === 'ts' || language === 'python') programs.add(code)
      }
    }
    const beside = files.filter((file) => /\.(?:ts|py)$/.test(file))
    const contents = await Promise.all(beside.map((file) => readFile(join(guidesFolder, file), 'utf8')))
    expect(programs).toEqual(new Set(contents))
  })

  it.each([
    'first-call.md',
    'sync-a-copy.md',
    'embed-a-widget.md',
    'build-a-page.md',
    'move-from-billtrack50.md',
    '../api.md',
    '../getting-started/api-consumer.md',
    '../getting-started/webhook-customer.md',
  ])('%s has commands that work, and shows answers as they are', async (page) => {
    let before = ''
    let printed = ''
    for (const block of await blocksOf(page)) {
      if (block.language === 'sh') {
        printed = await guide.shell(block.code, before)
        before += assignments(block)
        expect(printed, block.code).not.toBe('')
        if (page === 'first-call.md') expect(printed, block.code).not.toContain('request_id')
      }
      if (block.language === 'json') {
        expect(missingOf(JSON.parse(block.code), JSON.parse(printed)), block.code).toEqual([])
      }
    }
  })
})

/** The variables of this block, which later blocks of the page need. */
const assignments = ({ code }: Block): string =>
  `${code
    .split('\n')
    .filter((line) => /^\w+(?:=|\(\) \{)/.test(line))
    .join('\n')}\n`

it('docs/api.md lists the limits of api/accounts/tiers.ts', async () => {
  const page = await readFile(join(guidesFolder, '../api.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (\w+) \| ([\d,]+) \| ([\d,]+) \| (yes|no) \|$/gm)]
  const number = (text: string) => Number(text.replaceAll(',', ''))
  expect(
    Object.fromEntries(
      rows.map(([, tier, requests, lookups, webhooks]) => [
        tier,
        {
          requests_a_minute: number(requests!),
          lookups_a_month: number(lookups!),
          webhooks: webhooks === 'yes',
        },
      ]),
    ),
  ).toMatchObject(defaultTiers)
})

describe('the copy of sync-a-copy.md', () => {
  const sync = (...collections: string[]) =>
    guide.shell(`node docs/guides/sync-copy.ts kept.db ${collections.join(' ')}`)

  function held(collection: string): unknown[] {
    const copy = new DatabaseSync(join(guide.folder, 'kept.db'))
    const rows = copy.prepare('SELECT body FROM item WHERE collection = ?').all(collection)
    copy.close()
    return rows.map(({ body }) => JSON.parse(String(body)))
  }

  const shown = async (collection: string): Promise<unknown[]> =>
    (await api.get(`/v1/${collection}?limit=200`)).json().data

  it('contains what the API shows, and later fetches only what changed', async () => {
    await sync('bills', 'legislators')
    expect(new Set(held('bills'))).toEqual(new Set(await shown('bills')))
    expect(new Set(held('legislators'))).toEqual(new Set(await shown('legislators')))
    expect(await sync('bills')).toBe('bills: 0 changes\n')

    await service.ingest('openstates-scraper', 'sample/revision')
    await service.caughtUp()
    expect(await sync('bills')).toMatch(/^bills: [1-9]\d? changes\n$/)
    expect(new Set(held('bills'))).toEqual(new Set(await shown('bills')))
  })

  it('is rebuilt after the feed was rebuilt', async () => {
    await service.database.query(
      'UPDATE control.read_schema SET feed_epoch = feed_epoch + 1, feed_since = now() WHERE is_live',
    )
    const everything = (await shown('bills')).length
    expect(await sync('bills')).toBe(`bills: ${everything} changes\n`)
    expect(new Set(held('bills'))).toEqual(new Set(await shown('bills')))
  })
})
