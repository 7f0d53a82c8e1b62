import { beforeAll, describe, expect, it } from 'vitest'
import { createLogSource, type LogSource } from '../../../../runtime/kafka/log-source/log-source.ts'
import { retry } from '../../../../runtime/kafka/log-source/retry.ts'
import { createLog } from '../../../../runtime/log.ts'
import type { Settings } from '../../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../../schemas/errors.ts'
import {
  api,
  createKafkaProxy,
  fetchRecordsAt,
  type KafkaProxy,
  withFetchError,
} from '../../../support/faults/kafka-proxy.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { bills } from '../../../support/log/log-readers.ts'
import { readAll } from '../../../support/log/log-sources.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

const NOT_LEADER = 6
const OFFSET_OUT_OF_RANGE = 1
const MESSAGES = 100n

let settings: Settings
let proxy: KafkaProxy
let source: LogSource

beforeAll(async () => {
  settings = await createTestTopics()
  const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
  for (let sent = 0n; sent < MESSAGES; sent += 50n) {
    const some = Array.from({ length: 50 }, () => ({ key: 'k', value: random(), partition: 1 }))
    await publishRaw(settings, some)
  }
  proxy = await createKafkaProxy(settings)
  source = createLogSource({ settings, kafka: proxy.kafka, log: createLog('source', 'silent') })
  cleanUp(() => source.close())
})

async function offsetsRead(): Promise<number[]> {
  return (await readAll(source, bills, 1, 0n, MESSAGES)).map(({ offset }) => Number(offset))
}

const all = Array.from({ length: Number(MESSAGES) }, (_, offset) => offset)

describe('a log source reads everything once', () => {
  it('if the connection to the broker is cut', async () => {
    const before = proxy.count(api.fetch)
    proxy.change(api.fetch, (answer) => answer)
    proxy.change(api.fetch, () => 'cut', 2)
    expect(await offsetsRead()).toEqual(all)
    expect(proxy.count(api.fetch) - before).toBeGreaterThanOrEqual(4)
  })

  it('if the connection is cut in the middle of an answer', async () => {
    proxy.change(api.fetch, (answer) => answer)
    proxy.change(api.fetch, () => 'torn', 2)
    expect(await offsetsRead()).toEqual(all)
  })

  it('if another broker leads the partition now, after it requests the metadata again', async () => {
    const before = proxy.count(api.metadata)
    proxy.change(api.fetch, withFetchError(NOT_LEADER), 2)
    expect(await offsetsRead()).toEqual(all)
    expect(proxy.count(api.metadata) - before).toBeGreaterThanOrEqual(2)
  })

  it('if a broker falsely says that it does not have an offset', async () => {
    proxy.change(api.fetch, withFetchError(OFFSET_OUT_OF_RANGE))
    expect(await offsetsRead()).toEqual(all)
  })

  it('if an answer contains only the beginning of a batch', async () => {
    proxy.change(api.fetch, (answer) => {
      const at = fetchRecordsAt(answer)
      const cut = answer.subarray(0, at + 1_000)
      cut.writeInt32BE(cut.length - 4, 0)
      cut.writeInt32BE(1_000, at - 4)
      return cut
    })
    expect(await offsetsRead()).toEqual(all)
  })
})

describe('several readers of one log source', () => {
  it('share its connections to a broker, even if none is open yet', async () => {
    const other = createLogSource({ settings, kafka: proxy.kafka, log: createLog('source', 'silent') })
    cleanUp(() => other.close())
    const before = proxy.lines()
    const read = await Promise.all([0n, 1n, 2n, 3n].map((from) => readAll(other, bills, 1, from, 5n)))
    expect(read.map(({ length }) => length)).toEqual([5, 4, 3, 2])
    // One connection goes to the given address, and two go to the broker that it named.
    expect(proxy.lines() - before).toBe(3)
  })
})

describe('a broken batch', () => {
  it('causes an error that names its place', async () => {
    proxy.change(api.fetch, (answer) => {
      answer.writeUInt8(answer.readUInt8(fetchRecordsAt(answer) + 500) ^ 1, fetchRecordsAt(answer) + 500)
      return answer
    })
    await expect(offsetsRead()).rejects.toMatchObject({
      code: 'log_unreadable',
      message: `${bills}:1: the batch at 0 does not have the checksum that it was written with`,
    })
    expect(await offsetsRead()).toEqual(all)
  })
})

describe('a failed request to Kafka', () => {
  async function tryOften(error: Error) {
    const waits: number[] = []
    let attempts = 0
    const failure = await retry({
      what: 'it',
      log: createLog('retry', 'silent'),
      wait: async (ms) => void waits.push(ms),
      beforeNext: async () => {
        throw new Error('metadata cannot be had either')
      },
      attempt: async () => {
        attempts++
        throw error
      },
    }).catch((caught: unknown) => caught)
    return { failure, attempts, waits }
  }

  it('is retried ever more slowly, but not forever', async () => {
    const { failure, attempts, waits } = await tryOften(new Error('no'))
    expect(failure).toMatchObject({ code: 'service_failed', message: 'Kafka does not give it' })
    expect(attempts).toBe(8)
    for (const [index, wait_ms] of [200, 400, 800, 1600, 3200, 5000, 5000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(wait_ms * 0.75)
      expect(waits[index]).toBeLessThanOrEqual(wait_ms * 1.25)
    }
    expect(waits).toHaveLength(7)
  })

  it('is retried even if kafkajs has given up on a broker that is away', async () => {
    const away = Object.assign(new Error('ECONNREFUSED'), { retriable: true })
    const givenUp = Object.assign(new Error('ECONNREFUSED', { cause: away }), {
      name: 'KafkaJSNumberOfRetriesExceeded',
      retriable: false,
    })
    expect(await tryOften(givenUp)).toMatchObject({ attempts: 8 })
  })

  it('is not retried if the error is permanent', async () => {
    const refused = Object.assign(new Error('not allowed'), { retriable: false })
    expect(await tryOften(refused)).toMatchObject({ failure: { code: 'service_failed' }, attempts: 1 })
    const own = new LegislogError('log_epoch', 'another log')
    expect(await tryOften(own)).toMatchObject({ failure: own, attempts: 1 })
  })
})
