import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { beforeEach, describe, expect, it } from 'vitest'
import { topicName } from '../../../../runtime/kafka/client/kafka-client.ts'
import { Assignment } from '../../../../runtime/kafka/log-reader/assignment.ts'
import { createBatchHandler } from '../../../../runtime/kafka/log-reader/batch-handler.ts'
import { SliceQueue } from '../../../../runtime/kafka/log-reader/slice-queue.ts'
import { readSettings } from '../../../../runtime/settings/settings.ts'

// The source of kafkajs and traces show this behavior: see docs/kafka.md.
const settings = readSettings({})
const topic = 'legislog.bills.v1'
const place = { topic, partition: 1 } as const

let assignment: Assignment
let queue: SliceQueue
let jumps: bigint[]
let sought: bigint[]
let handle: ReturnType<typeof createBatchHandler>

beforeEach(() => {
  assignment = new Assignment()
  queue = new SliceQueue({ max_events: 1_000, max_bytes: 1_000_000 })
  jumps = []
  sought = []
  handle = createBatchHandler({
    settings,
    assignment,
    queue,
    isPaused: () => false,
    seek: (_place, next) => sought.push(next),
    onJump: (_place, expected) => jumps.push(expected),
  })
  assignment.load([place])
  assignment.read([{ ...place, next: 5n }])
})

/** A batch of two messages as kafkajs passes it. */
function batchFrom(offset: number, parts: Partial<EachBatchPayload> = {}): EachBatchPayload {
  const messages = [offset, offset + 1].map(
    (at) => ({ offset: String(at), key: Buffer.from('k'), value: null, timestamp: '0' }) as KafkaMessage,
  )
  const batch = { topic: topicName(settings, topic), partition: 1, messages, fetchedOffset: String(offset) }
  const given = { batch, heartbeat: async () => {}, resolveOffset: () => {}, ...parts }
  return given as unknown as EachBatchPayload
}

class ProtocolError extends Error {
  readonly type: string
  constructor(type: string) {
    super(type)
    this.type = type
  }
}

describe('a batch from kafkajs', () => {
  it('does not start after a heartbeat that reported a rebalance', async () => {
    const heartbeat = async () => {
      throw new ProtocolError('REBALANCE_IN_PROGRESS')
    }
    await expect(handle(batchFrom(5, { heartbeat }))).rejects.toThrow('REBALANCE_IN_PROGRESS')
    expect(queue.events).toBe(0)
    const { epoch } = assignment
    // kafkajs starts its queued batches before it joins again.
    await handle(batchFrom(7))
    expect(queue.events).toBe(0)
    expect(assignment.epoch).toBe(epoch)
  })

  it('is accepted after any other error of a heartbeat, as in kafkajs', async () => {
    const heartbeat = async () => {
      throw new ProtocolError('REQUEST_TIMED_OUT')
    }
    await expect(handle(batchFrom(5, { heartbeat }))).rejects.toThrow('REQUEST_TIMED_OUT')
    await handle(batchFrom(7))
    expect(queue.events).toBe(4)
  })

  it('causes no error if kafkajs no longer knows its partition', async () => {
    const resolveOffset = () => {
      throw new TypeError('cannot set properties of undefined')
    }
    await expect(handle(batchFrom(5, { resolveOffset }))).resolves.toBeUndefined()
    expect(queue.events).toBe(2)
  })

  it('is not accepted beyond the stored position, wherever kafkajs has jumped', async () => {
    await handle(batchFrom(9))
    expect([jumps, queue.events]).toEqual([[5n], 0])
  })

  it('causes a seek if it is before the position, and is cut if it spans the position', async () => {
    await handle(batchFrom(2))
    expect([sought, queue.events]).toEqual([[5n], 0])
    await handle(batchFrom(4))
    expect(queue.take({ max_events: 9, max_bytes: 9_999 })).toMatchObject([{ from: 5n, to: 6n }])
  })

  it('counts as a jump only if two in a row are before the position', async () => {
    await handle(batchFrom(2))
    await handle(batchFrom(5))
    await handle(batchFrom(2))
    expect([sought, jumps]).toEqual([[5n, 7n], []])
    await handle(batchFrom(0))
    expect([sought, jumps]).toEqual([[5n, 7n], [7n]])
  })

  it('waits for room with heartbeats, and is dropped if a rebalance starts meanwhile', async () => {
    queue = new SliceQueue({ max_events: 1, max_bytes: 1_000_000 })
    handle = createBatchHandler({
      settings,
      assignment,
      queue,
      isPaused: () => queue.events > 0,
      seek: () => {},
      onJump: () => {},
    })
    await handle(batchFrom(5))
    let beats = 0
    const heartbeat = async () => {
      beats++
      if (beats === 2) assignment.lose()
    }
    await handle(batchFrom(7, { heartbeat }))
    expect(beats).toBe(2)
    expect(queue.events).toBe(2)
  })
})
