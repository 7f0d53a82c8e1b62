import { beforeAll, describe, expect, it } from 'vitest'
import { type SearchLoop, startSearchLoop } from '../../../projections/search/search-loop.ts'
import { reportSearch } from '../../../projections/search/search-report.ts'
import { createLog, type Log } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { endLockHolders, waitingForLocks } from '../../support/stores/lock-holders.ts'

let world: SearchWorld

beforeAll(async () => {
  world = await createSearchWorld()
})

const query = async <R>(text: string) => (await world.test.database.query(text)).rows as R[]
const indexedTexts = () =>
  query<{ sha256: string; indexed_at: string }>('SELECT sha256, indexed_at FROM search.text ORDER BY 1')

describe('the search index of bill texts', () => {
  it('reads each text once, for all versions that name it', async () => {
    const [one, other] = [world.story.bill(), world.story.bill()]
    await world.texts(one, ['First text', null, 'Second text'])
    await world.texts(other, ['First text'])
    await world.project()
    expect(await world.index()).toEqual({ indexed: 2, failed: 0 })
    const before = await indexedTexts()
    expect(before).toHaveLength(2)
    expect(await world.index()).toEqual({ indexed: 0, failed: 0 })
    expect(await indexedTexts()).toEqual(before)
  })

  it('includes a version that commits late, even if later ones were indexed before', async () => {
    const late = world.story.bill()
    await world.texts(late, ['A late text'])
    const held = world.story.take()
    const early = world.story.bill()
    await world.texts(early, ['An early text'])
    await world.projected.apply(world.story.take())
    await world.projected.setWatermark(held[0]!.meta.recorded_at)
    expect(await world.index()).toEqual({ indexed: 1, failed: 0 })
    await world.projected.apply(held)
    expect(await world.index()).toEqual({ indexed: 1, failed: 0 })
  })

  it('reports unreadable texts and retries them later, without a delay for others', async () => {
    await world.texts(world.story.bill(), ['Lost'], { isLost: true })
    await world.texts(world.story.bill(), ['Another text'])
    await world.project()
    expect(await world.index()).toEqual({ indexed: 1, failed: 1 })
    expect(await world.index()).toEqual({ indexed: 0, failed: 0 })
    expect((await reportSearch(world.test.database)).unread).toEqual([
      { reason: 'not in the object store', texts: 1 },
    ])
    await query(`UPDATE search.failed_text SET retry_at = now()`)
    expect(await world.index()).toEqual({ indexed: 0, failed: 1 })
    expect(await query('SELECT tries FROM search.failed_text')).toEqual([{ tries: 2 }])
    const sha256 = await world.objects.put(Buffer.from('Found again'), 'text/plain').then((put) => put.sha256)
    await query(`UPDATE search.failed_text SET retry_at = now(), sha256 = '${sha256}'`)
    expect(await world.index()).toEqual({ indexed: 1, failed: 0 })
    expect(await query('SELECT FROM search.failed_text')).toEqual([])
  })

  it('includes the beginning of a long text, as far as Postgres has room', async () => {
    const words = Array.from({ length: 400_000 }, (_, n) => `w${n.toString(36)}x`).join(' ')
    await world.texts(world.story.bill(), [`\u0000 ${words}`])
    await world.project()
    expect(await world.index()).toEqual({ indexed: 1, failed: 0 })
    const [row] = await query<{ characters: number; indexed_characters: number }>(
      'SELECT characters, indexed_characters FROM search.text ORDER BY characters DESC LIMIT 1',
    )
    expect(row!.characters).toBe(words.length + 2)
    expect(row!.indexed_characters).toBeLessThan(1_000_000)
  })

  it('is also complete for the next read schema', async () => {
    await query(`INSERT INTO control.read_schema (name, is_live) VALUES ('read_0002', false)`)
    await query(`UPDATE control.read_schema SET is_live = false WHERE is_live; UPDATE control.read_schema SET is_live = true
      WHERE name = 'read_0002'; CREATE SCHEMA read_0002; CREATE TABLE read_0002.bill_versions (LIKE read_0001.bill_versions);
      INSERT INTO read_0002.bill_versions SELECT * FROM read_0001.bill_versions`)
    // All texts except the lost one.
    expect(await world.index()).toEqual({ indexed: 0, failed: 1 })
    const { texts, searchable } = await reportSearch(world.test.database)
    expect(texts).toBe(searchable + 1)
    await query(`UPDATE control.read_schema SET is_live = false WHERE is_live; UPDATE control.read_schema SET is_live = true
      WHERE name = 'read_0001'`)
  })
})

describe('the search loop of a projector', () => {
  it('indexes texts as they arrive, in one of several processes, and leaves no lock behind', async () => {
    const metrics = createMetrics()
    const { database } = world.test
    const log = createLog('test', 'silent')
    const loops = [metrics, createMetrics()].map((registry) =>
      startSearchLoop({ database, objects: world.objects, log, metrics: registry }),
    )
    await world.texts(world.story.bill(), ['A text that comes'])
    await world.project()
    const left = async () => {
      const { texts, searchable } = await reportSearch(database)
      return texts - searchable
    }
    // The lost text.
    await eventually(async () => (await left()) === 1, { timeout_ms: 10_000 })
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(
      await query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      ),
    ).toEqual([])
  })

  it('survives the end of the session that has the lock', async () => {
    const { database } = world.test
    const lines: unknown[] = []
    const log = { warn: (_: object, message: string) => lines.push(message) } as unknown as Log
    await world.texts(world.story.bill(), ['A text that comes meanwhile'])
    await world.project()
    let loop: SearchLoop | undefined
    await inTransaction(database, async (client) => {
      await client.query('LOCK TABLE search.text')
      loop = startSearchLoop({ database, objects: world.objects, log, metrics: createMetrics() })
      await eventually(async () => (await waitingForLocks(database)) > 0)
      expect(await endLockHolders(database)).toBe(1)
    })
    await eventually(() => lines.length > 0)
    await loop?.stop()
    expect(lines).toEqual(['could not index texts of bills; trying again'])
  })
})
