import { expect, it } from 'vitest'
import { legislog } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { environmentOf } from '../support/main-process.ts'
import { createMuteServer } from '../support/mute-server.ts'

it('status answers and ends if Kafka takes connections and says nothing', async () => {
  const { settings } = await createTestDatabase({ kafka_brokers: [await createMuteServer()] })
  const { code, json } = await legislog(['status', '--json'], { env: environmentOf(settings) })
  expect(code).toBe(1)
  expect(json()).toMatchObject({ caught_up: false, kafka_error: expect.stringContaining('no answer in 3 s') })
}, 40_000)
