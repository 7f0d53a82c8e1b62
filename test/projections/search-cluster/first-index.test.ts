import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endsOfLog, hasReached } from '../../../projections/search-cluster/follow-log.ts'
import {
  followLiveIndex,
  rebuildSearchIndex,
  type SearchIndexOptions,
} from '../../../projections/search-cluster/search-index.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import {
  billAlias,
  createIndex,
  liveIndex,
  readPositions,
} from '../../../runtime/search-cluster/bill-index.ts'
import { createSearchCluster, type SearchCluster } from '../../../runtime/search-cluster/search-cluster.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { createPublisher, type Publication, type Publisher } from '../../support/log/publish.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createOwnSearchCluster, whyNoSearchCluster } from '../../support/servers/own-search-cluster.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const reason = NIGHTLY ? await whyNoSearchCluster() : 'only in the nightly run'
const BILLS = 40

describe.skipIf(reason !== undefined)(`a first index${reason === undefined ? '' : ` (${reason})`}`, () => {
  const story = new EventBuilder()
  let publisher: Publisher
  let cluster: SearchCluster
  let options: Omit<SearchIndexOptions, 'signal'>
  let alias: string

  async function publish(): Promise<void> {
    await publisher.publish(
      story
        .take()
        .map(({ type, key, body, meta }) => ({ type, key, body, sequence: meta.sequence }) as Publication),
    )
  }

  /** Follows until `stop`. */
  function follow(through: SearchCluster = cluster) {
    const stopping = new AbortController()
    const following = followLiveIndex({ ...options, cluster: through, signal: stopping.signal })
    return {
      async stop() {
        stopping.abort()
        await following
      },
    }
  }

  const rebuild = () => rebuildSearchIndex({ ...options, signal: new AbortController().signal })
  const live = () => eventually(() => liveIndex(cluster, alias))
  const indexes = async () => Object.keys(await cluster.send<object>('GET', `/${alias}-*`)).sort()
  const liveIndexes = async () => Object.keys(await cluster.send<object>('GET', `/_alias/${alias}`))

  async function untilWhole(index: string): Promise<void> {
    const ends = await endsOfLog(options)
    await eventually(async () => hasReached(await readPositions(cluster, index), ends))
  }

  type Found = { readonly hits: { readonly hits: readonly { readonly _source: object }[] } }
  async function search(text: string): Promise<object[]> {
    await cluster.send('POST', `/${alias}/_refresh`)
    const found = await cluster.send<Found>('POST', `/${alias}/_search`, {
      query: { match: { words: text } },
      size: 1_000,
      sort: ['id'],
    })
    return found.hits.hits.map(({ _source }) => _source)
  }

  beforeAll(async () => {
    const test = await createTestDatabase()
    const settings = await createTestTopics(test.settings)
    const server = await createOwnSearchCluster()
    publisher = await createPublisher(settings, test.database)
    cluster = createSearchCluster(server.url, 10_000)
    alias = billAlias(settings)
    options = {
      settings,
      cluster,
      log: createLog('test', 'silent'),
      objects: createObjectStore(settings),
      codec: publisher.codec,
      kafka: createKafka(settings, 'legislog-test'),
    }
    for (let made = 0; made < BILLS; made++) story.bill({ title: `Tolls of bridge ${made}` })
    await publish()
  }, 300_000)

  beforeEach(async () => {
    await cluster.send('DELETE', `/${alias}-*`)
  })

  it('continues from its positions after it was interrupted, and finds what a whole build finds', async () => {
    const interrupted = new AbortController()
    await followLiveIndex({
      ...options,
      cluster: {
        ...cluster,
        send(method, path, body) {
          if (path !== '/_aliases') return cluster.send(method, path, body)
          interrupted.abort()
          throw new Error('interrupted before it is live')
        },
      },
      signal: interrupted.signal,
    })
    const [unfinished] = await indexes()
    expect(await liveIndex(cluster, alias)).toBeUndefined()

    story.bill({ title: 'Tolls of a late bridge' })
    await publish()
    const written: object[] = []
    const follower = follow({
      ...cluster,
      async bulk(index, lines) {
        await cluster.bulk(index, lines)
        written.push(...lines)
      },
    })
    expect(await live()).toBe(unfinished)
    await follower.stop()
    expect(written.filter((line) => 'update' in line || 'index' in line).length).toBeLessThan(BILLS / 2)

    const found = await search('toll')
    expect(found).toHaveLength(BILLS + 1)
    await rebuild()
    expect(await search('toll')).toEqual(found)
  }, 120_000)

  it('is not the one that was begun with other rules for words', async () => {
    const other = await createIndex(cluster, alias)
    await cluster.send('PUT', `/${other}/_mapping`, { _meta: { rules: 0 } })
    const follower = follow()
    expect(await live()).not.toBe(other)
    expect(await indexes()).toEqual(await liveIndexes())
    await follower.stop()
  }, 120_000)

  it('is followed after an update with other rules for words, until a rebuild', async () => {
    const index = await rebuild()
    await cluster.send('PUT', `/${index}/_mapping`, { _meta: {} })
    const follower = follow()
    story.bill({ title: 'A canal' })
    await publish()
    await untilWhole(index)
    await follower.stop()
    expect(await liveIndexes()).toEqual([index])
    expect(await search('canal')).toHaveLength(1)
  }, 120_000)

  it('is shared by two followers that start at once', async () => {
    const followers = [follow(), follow()]
    const index = await live()
    await untilWhole(index)
    await Promise.all(followers.map(({ stop }) => stop()))
    expect(await liveIndexes()).toEqual([index])
    expect(await search('toll')).toHaveLength(BILLS + 1)
  }, 120_000)

  it.each([
    ['makes missing indexes', true],
    ['makes no index by itself', false],
  ])(
    'gives way to a rebuild that is quicker, also if the cluster %s',
    async (_, makesIndexes) => {
      await cluster.send('PUT', '/_cluster/settings', {
        persistent: { 'action.auto_create_index': makesIndexes },
      })
      const gate = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<string>()
      const late = Promise.withResolvers<void>()
      const follower = follow({
        ...cluster,
        async bulk(index, lines) {
          reached.resolve(index)
          await gate.promise
          await cluster.bulk(index, lines).finally(late.resolve)
        },
      })
      const slow = await reached.promise
      const quick = await rebuild()
      expect(quick).not.toBe(slow)
      gate.resolve()
      await late.promise
      story.bill({ title: `A ferry if it ${makesIndexes ? 'makes' : 'refuses'} them` })
      await publish()
      await untilWhole(quick)
      await follower.stop()
      expect(await liveIndexes()).toEqual([quick])
      expect(await search('toll')).toHaveLength(BILLS + 1)
    },
    120_000,
  )
})
