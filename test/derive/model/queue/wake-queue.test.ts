import { it } from 'vitest'
import { createModelWaker, listenForWork } from '../../../../derive/model/queue/wake-queue.ts'
import { createLog } from '../../../../runtime/log.ts'
import { createRedis } from '../../../../runtime/redis.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { testSettings } from '../../../support/harness/settings.ts'
import { createTestRedis } from '../../../support/stores/redis.ts'

const options = { prefix: 'test.', log: createLog('wake', 'silent') }

it('a message wakes a worker, and a worker that comes later is woken by it too', async () => {
  const settings = testSettings({ redis_url: await createTestRedis() })
  const [producer, connection] = [
    createRedis(settings, { for: 'producer' }),
    createRedis(settings, { for: 'worker' }),
  ]
  cleanUp(async () => {
    producer.disconnect()
    connection.disconnect()
  })
  const waker = createModelWaker(producer, options)
  await eventually(() => producer.status === 'ready')
  waker.wake()
  waker.wake()
  let woken = 0
  const listening = listenForWork(connection, () => void woken++, options)
  await eventually(() => woken > 0)
  await listening.stop()
  await waker.stop()
})

it('nothing fails if Redis is away', async () => {
  const producer = createRedis(testSettings({ redis_url: 'redis://127.0.0.1:1' }), { for: 'producer' })
  const waker = createModelWaker(producer, options)
  waker.wake()
  await waker.stop()
  producer.disconnect()
})
