import { describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { createRedis } from '../../runtime/redis.ts'
import { createTestTopics } from '../support/log/topics.ts'
import { createTestDatabase } from '../support/stores/database.ts'
import { createTestRedis } from '../support/stores/redis.ts'

describe('the test harness', () => {
  it('gives every test its own migrated database', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
    await one.database.query('CREATE TABLE public.mine (id int)')
    const { rows } = await two.database.query("SELECT to_regclass('public.mine') AS mine")
    expect(rows).toEqual([{ mine: null }])
    const tables = await one.database.query("SELECT FROM pg_tables WHERE schemaname = 'control'")
    expect(tables.rowCount).toBeGreaterThan(0)
  })

  it('gives every test its own topics with four partitions', async () => {
    const settings = await createTestTopics()
    const admin = createKafka(settings, 'harness').admin()
    await admin.connect()
    const { topics } = await admin.fetchTopicMetadata({ topics: [topicName(settings, 'legislog.bills.v1')] })
    await admin.disconnect()
    expect(topics[0]?.partitions).toHaveLength(4)
  })

  it('gives every test its own Redis database', async () => {
    const [one, two] = await Promise.all([createTestRedis(), createTestRedis()])
    expect(one).not.toBe(two)
    const { testSettings } = await import('../support/harness/settings.ts')
    const redis = createRedis(testSettings({ redis_url: one }), { for: 'worker' })
    expect(await redis.dbsize()).toBe(0)
    await redis.quit()
  })
})
