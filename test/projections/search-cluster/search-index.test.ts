import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../projections/search/count-words.ts'
import { endsOfLog, hasReached } from '../../../projections/search-cluster/follow-log.ts'
import {
  followLiveIndex,
  rebuildSearchIndex,
  type SearchIndexOptions,
} from '../../../projections/search-cluster/search-index.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { billAlias, liveIndex, readPositions } from '../../../runtime/search-cluster/bill-index.ts'
import { createSearchCluster } from '../../../runtime/search-cluster/search-cluster.ts'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { createPublisher, type Publication, type Publisher } from '../../support/log/publish.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import {
  createOwnSearchCluster,
  type OwnSearchCluster,
  whyNoSearchCluster,
} from '../../support/servers/own-search-cluster.ts'

const reason = await whyNoSearchCluster()
const WORDS = ['tax', 'school', 'water', 'road', 'farm', 'health', 'waters', 'watershed', 'bridge', 'heron']
const PLACES = ['wa', 'de'].map((code) => `ocd-division/country:us/state:${code}`)
const BILLS = NIGHTLY ? 1_500 : 120

const someText = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most })
const someBill = fc.record({
  title: someText(9),
  subjects: someText(3),
  abstract: someText(20),
  place: fc.constantFrom(...PLACES),
  day: fc.option(fc.integer({ min: 1, max: 28 })),
  is_enacted: fc.boolean(),
})

describe.skipIf(reason !== undefined)(`a search cluster${reason === undefined ? '' : ` (${reason})`}`, () => {
  let world: SearchWorld
  let server: OwnSearchCluster
  let publisher: Publisher
  let options: Omit<SearchIndexOptions, 'signal'>
  let inCluster: TestApi
  let withText: BuiltBill

  /** Publishes the events of the story, and shows them in Postgres. */
  async function tell(): Promise<void> {
    const events = world.story.take()
    await publisher.publish(
      events.map(
        ({ type, key, body, meta }) => ({ type, key, body, sequence: meta.sequence }) as Publication,
      ),
    )
    await world.projected.apply(events)
    await world.projected.setWatermark(world.story.later)
  }
  const alias = () => billAlias(options.settings)

  /** Follows the log until its present end is in the live index. */
  async function catchUp(): Promise<void> {
    const stopping = new AbortController()
    const following = followLiveIndex({ ...options, signal: stopping.signal })
    const ends = await endsOfLog(options)
    await eventually(async () => {
      const index = await liveIndex(options.cluster, alias())
      return index !== undefined && hasReached(await readPositions(options.cluster, index), ends)
    })
    stopping.abort()
    await following
    await options.cluster.send('POST', `/${alias()}/_refresh`)
  }

  const byId = (items: Page['data']) => items.toSorted((a, b) => a.id - b.id)

  type Page = { readonly data: readonly { readonly id: number }[]; readonly next_cursor: string | null }
  async function walk(api: TestApi, query: string): Promise<Page['data']> {
    const items: Page['data'][number][] = []
    let cursor = ''
    for (;;) {
      const answer = await api.get(`/v1/bills?${query}&limit=20${cursor}`)
      expect(answer.statusCode, answer.body).toBe(200)
      const page = answer.json<Page>()
      items.push(...page.data)
      if (page.next_cursor === null) return items
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
    }
  }

  beforeAll(async () => {
    world = await createSearchWorld()
    const { story, test, env } = world
    const settings = await createTestTopics({ ...test.settings, object_store: env.OBJECT_STORE! })
    server = await createOwnSearchCluster()
    publisher = await createPublisher(settings, test.database)
    const log = createLog('test', 'silent')
    options = {
      settings,
      log,
      objects: world.objects,
      codec: publisher.codec,
      kafka: createKafka(settings, 'legislog-test'),
      cluster: createSearchCluster(server.url, 10_000),
    }
    inCluster = await createTestApi(test, {
      settings: {
        search_url: server.url,
        topic_prefix: settings.topic_prefix,
        object_store: env.OBJECT_STORE!,
      },
    })
    for (const one of fc.sample(someBill, { numRuns: BILLS, seed: 11 })) {
      const bill = story.bill({
        title: one.title.join(' '),
        subjects: one.subjects,
        abstracts: [{ abstract: one.abstract.join(' '), note: '' }],
        jurisdiction: one.place,
        introduced_on: one.day === null ? null : `2025-01-${String(one.day).padStart(2, '0')}`,
      })
      if (one.is_enacted) story.status(bill, 'enacted', '2025-02-01')
    }
    withText = story.bill({ title: 'Bridges', jurisdiction: PLACES[0]! })
    await world.texts(withText, ['The heron tolls of the bridge of pelicans. A pelican is a bird.'])
    await tell()
    await world.index()
    await countWords(test.database, world.projected.name)
    await countWords(test.database, world.projected.name, 'text')
    await catchUp()
  }, 300_000)

  it.each([
    'q=tax',
    'q=tax school',
    'q=tax school water road',
    'q="tax school"',
    'q=bridge or heron',
    'q=tax -school',
    'q=wat*',
    `q=tax&jurisdiction=wa&status=enacted`,
    'q=tax&subject=School',
    'q=tax&introduced_since=2025-01-20',
    'q=pelican',
  ])('finds the bills that Postgres finds, with the same passages: %s', async (query) => {
    const expected = await walk(world.api, query)
    expect(expected.length).toBeGreaterThan(0)
    const found = await walk(inCluster, query)
    expect(byId(found)).toEqual(byId(expected))
  })

  it('ranks them as Postgres does, except for impacts that differ by less than its precision', async () => {
    const expected = await walk(world.api, 'q=tax')
    const found = await walk(inCluster, 'q=tax')
    const places = new Map(expected.map(({ id }, place) => [id, place]))
    const moved = found.filter(({ id }, place) => Math.abs(places.get(id)! - place) > BILLS / 10)
    expect(moved).toEqual([])
  })

  it('is found again from its positions after it was killed, and shows changes and removals', async () => {
    const { story } = world
    await server.kill()
    // Postgres answers meanwhile.
    expect((await walk(inCluster, 'q=pelican')).map(({ id }) => id)).toEqual([withText.id])
    story.update(withText, { title: 'Culverts' })
    await tell()
    await server.start()
    await catchUp()
    expect((await walk(inCluster, 'q=culverts')).map(({ id }) => id)).toEqual([withText.id])
    expect((await walk(inCluster, 'q=pelican')).map(({ id }) => id)).toEqual([withText.id])
  }, 120_000)

  it('is rebuilt beside the live index, and readers see one or the other', async () => {
    const before = await walk(inCluster, 'q=tax school')
    const old = await liveIndex(options.cluster, alias())
    const done = new AbortController()
    const reading = (async () => {
      while (!done.signal.aborted) {
        // One page has all matches. Postgres may answer a request during the switch, and its order differs a little.
        const answer = await inCluster.get('/v1/bills?q=tax school&limit=200')
        expect(byId(answer.json<Page>().data)).toEqual(byId(before))
        await delay(20)
      }
    })()
    const index = await rebuildSearchIndex({ ...options, signal: new AbortController().signal })
    done.abort()
    await reading
    expect(index).not.toBe(old)
    expect(await liveIndex(options.cluster, alias())).toBe(index)
    expect(await walk(inCluster, 'q=tax school')).toEqual(before)
  }, 120_000)
})
