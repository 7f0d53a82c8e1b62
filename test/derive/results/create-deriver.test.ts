import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deriver } from '../../../derive/methods/deriver.ts'
import type { MethodModule } from '../../../derive/methods/method-module.ts'
import { createDeriver } from '../../../derive/results/create-deriver.ts'
import { createThreadPool } from '../../../derive/threads/thread-pool.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { createTestObjects, someFacts, storeText, testMethods } from '../../support/derive/derive-world.ts'
import { FAILS, HANGS } from '../../support/derive/method-modules.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let objects: ObjectStore
let metrics = createMetrics()
const started: Deriver[] = []

beforeAll(async () => {
  test = await createTestDatabase()
})
beforeEach(async () => {
  await test.database.query('TRUNCATE derive.result')
  objects = await createTestObjects()
})
afterEach(async () => {
  for (const deriver of started.splice(0)) await deriver.close()
})

function start(
  parts: {
    module?: MethodModule
    database?: Queryable
    reads?: Queryable
    limit_ms?: number
    now_ms?: () => number
  } = {},
): Deriver {
  const { module = testMethods, database = test.database, limit_ms = 60_000 } = parts
  metrics = createMetrics()
  const limits = { sections: limit_ms, diff: limit_ms, changes: limit_ms, summary: limit_ms }
  const deriver = createDeriver({
    objects,
    database,
    module,
    metrics,
    log: createLog('test', 'silent'),
    ...(parts.reads === undefined ? {} : { reads: parts.reads }),
    ...(parts.now_ms === undefined ? {} : { now_ms: parts.now_ms }),
    pool: createThreadPool(module, { threads: 1, most_waiting: 10, heap_mb: 256 }),
    limits_ms: { ...limits, explanation: limit_ms },
  })
  started.push(deriver)
  return deriver
}

const countOf = async (outcome: string): Promise<number> => {
  const { values } = await metrics.getSingleMetric('legislog_derive_requests_total')!.get()
  return values.filter(({ labels }) => labels.outcome === outcome).reduce((sum, { value }) => sum + value, 0)
}

const computations = async (): Promise<number> => {
  const { values } = await metrics.getSingleMetric('legislog_derive_seconds')!.get()
  return values.find(
    (value) => 'metricName' in value && value.metricName === 'legislog_derive_seconds_count',
  )!.value
}

const storedBytes = async () =>
  (
    await test.database.query(
      'SELECT kind, key, packed, object_sha256, bytes FROM derive.result ORDER BY kind, key',
    )
  ).rows

describe('a result', () => {
  it('is derived once and stored', async () => {
    const text = await storeText(objects, 'Bees.')
    const first = await start().derive('summary', { facts: someFacts, text })
    expect(first).toMatchObject({ method_version: 3, result: { text: 'HB 1: Bees.' } })
    const other = start()
    expect(await other.derive('summary', { facts: someFacts, text })).toEqual(first)
    expect([await countOf('stored'), await countOf('computed')]).toEqual([1, 0])
  })

  it('has the same bytes after the table was emptied', async () => {
    const text = await storeText(objects, 'Bees.')
    const deriver = start()
    await deriver.derive('summary', { facts: someFacts, text })
    await deriver.derive('sections', { text })
    const before = await storedBytes()
    await test.database.query('TRUNCATE derive.result')
    await deriver.derive('sections', { text })
    await deriver.derive('summary', { facts: someFacts, text })
    expect(await storedBytes()).toEqual(before)
  })

  it('is derived once if two requests come together', async () => {
    const text = await storeText(objects, 'Bees.')
    const deriver = start()
    await Promise.all([deriver.derive('sections', { text }), deriver.derive('sections', { text })])
    expect(await computations()).toBe(1)
  })

  it('is known only after it was derived', async () => {
    const [from, to] = [await storeText(objects, 'Bees.'), await storeText(objects, 'More bees.')]
    const deriver = start()
    expect(await deriver.known('diff', [{ from, to }])).toEqual([undefined])
    const { result } = await deriver.derive('diff', { from, to })
    const pairs = [
      { from: to, to: from },
      { from, to },
    ]
    expect(await deriver.known('diff', pairs)).toEqual([undefined, { result, method_version: 1 }])
    expect(await deriver.knownStats(pairs)).toEqual([undefined, result.stats])
  })

  it('lies in the object store if it is large, and is derived again if the object is gone', async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => ((at * 7_919) % 99_991).toString(36)).join(' ')
    const text = await storeText(objects, words)
    const { result } = await start().derive('sections', { text })
    const [row] = await storedBytes()
    expect(row).toMatchObject({ packed: null, object_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    objects = await createTestObjects()
    await storeText(objects, words)
    expect((await start().derive('sections', { text })).result).toEqual(result)
    expect(await objects.has(row.object_sha256)).toBe(true)
  })

  it('of an older version of its method is replaced, and one of a newer version stays', async () => {
    const text = await storeText(objects, 'Bees.')
    const versionsStored = async () =>
      (await test.database.query('SELECT method_version FROM derive.result')).rows
    await start().derive('summary', { facts: someFacts, text })
    await test.database.query('UPDATE derive.result SET method_version = 2')
    await start().derive('summary', { facts: someFacts, text })
    expect(await versionsStored()).toEqual([{ method_version: 3 }])
    await test.database.query('UPDATE derive.result SET method_version = 4')
    await start().derive('summary', { facts: someFacts, text })
    expect(await versionsStored()).toEqual([{ method_version: 4 }])
  })

  it('is given without a cache: if there is no table, and if the database is read-only', async () => {
    const text = await storeText(objects, 'Bees.')
    const empty = await createEmptyDatabase()
    const summary = await start({ database: empty.database }).derive('summary', { facts: someFacts, text })
    expect(summary.result.text).toBe('HB 1: Bees.')
    const readOnly: Queryable = {
      query: ((statement: string, values: unknown[]) =>
        statement.startsWith('INSERT')
          ? Promise.reject(Object.assign(new Error('cannot execute INSERT'), { code: '25006' }))
          : test.database.query(statement, values)) as Queryable['query'],
    }
    expect(await start({ database: readOnly }).derive('summary', { facts: someFacts, text })).toEqual(summary)
    expect(await storedBytes()).toEqual([])
  })
})

describe('a result that cannot be derived', () => {
  it('is refused if its text is not in the object store', async () => {
    const text = { extracted_sha256: 'ab'.repeat(32), marked_sha256: null, media_type: 'text/plain' }
    await expect(start().derive('sections', { text })).rejects.toMatchObject({ code: 'object_missing' })
  })

  it('is refused if it takes too long, and the next one is derived', async () => {
    const deriver = start({ limit_ms: 5_000 })
    const text = await storeText(objects, HANGS)
    await expect(deriver.derive('summary', { facts: someFacts, text })).rejects.toMatchObject({
      code: 'derive_timeout',
    })
    const other = await storeText(objects, 'Bees.')
    expect((await deriver.derive('summary', { facts: someFacts, text: other })).result.text).toBe(
      'HB 1: Bees.',
    )
  })

  it('is not tried again for ten minutes if it took too long or failed', async () => {
    let now_ms = 1_000
    const deriver = start({ limit_ms: 5_000, now_ms: () => now_ms })
    const derive = async (text: string) =>
      deriver.derive('summary', { facts: someFacts, text: await storeText(objects, text) })
    await expect(derive(HANGS)).rejects.toMatchObject({ code: 'derive_timeout' })
    await expect(derive(FAILS)).rejects.toMatchObject({ code: 'derive_failed' })
    now_ms += 599_000
    await expect(derive(HANGS)).rejects.toMatchObject({ code: 'derive_timeout' })
    await expect(derive(FAILS)).rejects.toMatchObject({ code: 'derive_failed' })
    expect(await computations()).toBe(2)
    now_ms += 2_000
    await expect(derive(FAILS)).rejects.toMatchObject({ code: 'derive_failed' })
    expect(await computations()).toBe(3)
  })
})
