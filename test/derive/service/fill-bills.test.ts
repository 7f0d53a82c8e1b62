import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropDerived, reportDerived } from '../../../derive/service/derive-report.ts'
import { type FillOptions, fillBills } from '../../../derive/service/fill-bills.ts'
import { createThreadPool, type ThreadPool } from '../../../derive/threads/thread-pool.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { contextOf, idsOf } from '../../support/builders/event-builder.ts'
import { testMethods } from '../../support/derive/derive-world.ts'
import { FAILS, HANGS } from '../../support/derive/method-modules.ts'
import { eventually } from '../../support/harness/eventually.ts'

let world: SearchWorld
let pool: ThreadPool
let derived: string[] = []
let compared = 0

beforeEach(async () => {
  world = await createSearchWorld()
  pool = createThreadPool(testMethods, { threads: 2, most_waiting: 100, heap_mb: 256 })
})
afterEach(() => pool.close())

const options = (change: Partial<FillOptions> = {}): FillOptions => ({
  database: world.test.database,
  objects: world.objects,
  pool,
  module: testMethods,
  threads: 2,
  signal: new AbortController().signal,
  onBills: (count) => {
    compared += count
  },
  onDerived: (kind, outcome) => derived.push(`${outcome} ${kind}`),
  ...change,
})

/** Fills what is missing, and lists what that took. */
async function fill(change: Partial<FillOptions> = {}): Promise<readonly string[]> {
  derived = []
  compared = 0
  expect(await fillBills(options(change))).toBe(true)
  return derived.toSorted()
}

const query = async <R>(text: string) => (await world.test.database.query(text)).rows as R[]
const contents = async () => ({
  results: await query(
    'SELECT kind, key, method_version, packed, object_sha256, bytes, stats FROM derive.result ORDER BY 1, 2',
  ),
  summaries: await query(
    'SELECT bill_id, source_sha256, text, meta, method, method_version FROM derive.bill_summary ORDER BY 1',
  ),
})
const summaryTexts = async () =>
  (await query<{ text: string }>('SELECT text FROM derive.bill_summary ORDER BY bill_id')).map(
    ({ text }) => text,
  )

async function addBills(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await world.texts(world.story.bill(), [`Text ${at}.`, `Text ${at}, amended.`])
  }
  await world.project()
}

const ONE_BILL = [
  'derived changes',
  'derived diff',
  'derived explanation',
  'derived sections',
  'derived sections',
  'derived summary',
]

const ONE_MORE_TEXT = ONE_BILL.toSpliced(ONE_BILL.indexOf('derived sections'), 1)

describe('a fill', () => {
  it('derives the sections and differences of all versions, and the summary and explanation of the last one', async () => {
    await addBills(1)
    expect(await fill()).toEqual(ONE_BILL)
    const [text] = await summaryTexts()
    expect(text).toMatch(/: Text 0, amended\.$/)
    expect(await reportDerived(world.test.database)).toMatchObject({ bills: 1, summaries: 1, failures: [] })
  })

  it('derives nothing again if nothing changed, and only what a new version needs', async () => {
    const bill = world.story.bill()
    await world.texts(bill, ['One.', 'Two.'])
    await world.project()
    await fill()
    expect(await fill()).toEqual([])
    expect(compared).toBe(0)
    await world.texts(bill, ['One.', 'Two.', 'Three.'])
    await world.project()
    expect(await fill()).toEqual(ONE_MORE_TEXT)
  })

  it('gives the same bytes after everything was dropped', async () => {
    await addBills(3)
    await fill()
    const before = await contents()
    await dropDerived(world.test.database)
    expect((await contents()).results).toEqual([])
    await fill()
    expect(await contents()).toEqual(before)
  })

  it('only compares hashes after a swap to another read schema', async () => {
    await addBills(3)
    await fill()
    await query(`UPDATE derive.position SET read_schema = 'read_0009'`)
    expect(await fill()).toEqual([])
    expect(compared).toBe(3)
    expect(await query('SELECT read_schema FROM derive.position')).toEqual([{ read_schema: 'read_0001' }])
  })

  it('explains no bill that has no text: a request derives that at once', async () => {
    world.story.bill()
    await world.project()
    expect(await fill()).toEqual(['derived summary'])
  })

  it('derives summaries again if the version of the method rises', async () => {
    await addBills(1)
    await fill()
    const newer = { ...testMethods.methods.summary!, version: 4 }
    const module = { url: testMethods.url, methods: { ...testMethods.methods, summary: newer } }
    expect(await fill({ module })).toEqual(['derived summary'])
  })

  it('removes the summary of a bill that was removed', async () => {
    const bill = world.story.bill()
    await world.texts(bill, ['One.'])
    await world.project()
    await fill()
    world.story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
    await world.project()
    await fill()
    expect(await summaryTexts()).toEqual([])
  })

  it('does nothing without bills, and before there is a read schema', async () => {
    expect(await fill()).toEqual([])
    await query('UPDATE control.read_schema SET is_live = false')
    expect(await fill()).toEqual([])
  })

  it('waits if another process derives, so that nothing is derived twice', async () => {
    await addBills(20)
    derived = []
    const both = await Promise.all([fillBills(options()), fillBills(options())])
    expect(both.toSorted()).toEqual([false, true])
    expect(derived).toHaveLength(20 * ONE_BILL.length)
  })

  it('continues after the process was killed', async () => {
    await addBills(130)
    const child = spawn(process.execPath, [join(projectFolder, 'test/support/derive/fill-process.ts')], {
      env: { ...process.env, ...world.env },
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    await eventually(async () => (await query('SELECT FROM derive.position')).length > 0, {
      timeout_ms: 60_000,
    })
    child.kill('SIGKILL')
    await ended
    // Postgres releases the lease as soon as it notices that the process is gone.
    await eventually(() => fill().then(() => true))
    expect(compared).toBeLessThanOrEqual(30)
    expect(await summaryTexts()).toHaveLength(130)
  })
})

describe('a result that cannot be derived', () => {
  const limits = { sections: 60_000, diff: 60_000, changes: 60_000, summary: 5_000, explanation: 60_000 }

  it('is noted with its reason, and the others are derived', async () => {
    await world.texts(world.story.bill(), [HANGS])
    await world.texts(world.story.bill(), [FAILS])
    await world.texts(world.story.bill(), ['Bees.'])
    await world.project()
    expect(await fill({ limits_ms: limits })).toEqual([
      ...['derived explanation', 'derived explanation', 'derived explanation'],
      ...['derived sections', 'derived sections', 'derived sections'],
      ...['derived summary', 'failed summary', 'failed summary'],
    ])
    expect(await summaryTexts()).toHaveLength(1)
    const { failures } = await reportDerived(world.test.database)
    expect(failures.map(({ kind, reason }) => [kind, reason.split('\n')[0]])).toEqual([
      ['summary', 'summary takes longer than 5000 ms'],
      ['summary', 'summary: Error: this text makes it fail'],
    ])
  })

  it('is tried again later: a text that comes back is derived', async () => {
    const bill = world.story.bill()
    await world.texts(bill, ['Bees.'], { isLost: true })
    await world.project()
    expect(await fill()).toEqual(['failed explanation', 'failed sections', 'failed summary'])
    expect(await fill()).toEqual([])
    await query('UPDATE derive.failed_result SET retry_at = now()')
    expect(await fill()).toEqual(['failed explanation', 'failed sections', 'failed summary'])
    expect(await query('SELECT DISTINCT tries FROM derive.failed_result')).toEqual([{ tries: 2 }])
    await world.texts(bill, ['Bees.'])
    await world.project()
    expect(await fill()).toEqual(['derived explanation', 'derived sections', 'derived summary'])
    await query('UPDATE derive.failed_result SET retry_at = now()')
    await fill()
    expect(await query('SELECT FROM derive.failed_result')).toEqual([])
  })
})
