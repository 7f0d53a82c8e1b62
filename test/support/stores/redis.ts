import { createRedis } from '../../../runtime/redis.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { testSettings } from '../harness/settings.ts'

const firstDatabase = 1
const lastDatabase = 1023

/** The address of an empty Redis database for this test: 1 to 1023 are used in turn, and 0 counts them. */
export async function createTestRedis(): Promise<string> {
  const base = testSettings().redis_url
  const counter = createRedis(testSettings(), { for: 'worker' })
  const turn = await counter.incr('legislog-test-database')
  const number = firstDatabase + (turn % (lastDatabase - firstDatabase + 1))
  await counter.select(number)
  await counter.flushdb()
  await counter.quit()
  const url = `${base}/${number}`
  cleanUp(async () => {
    const redis = createRedis(testSettings({ redis_url: url }), { for: 'worker' })
    await redis.flushdb()
    await redis.quit()
  })
  return url
}
