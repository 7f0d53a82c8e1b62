import { beforeAll, describe, expect, it } from 'vitest'
import type { LogSource } from '../../../../runtime/kafka/log-source/log-source.ts'
import { PartitionRecords } from '../../../../runtime/kafka/log-source/partition-records.ts'
import type { TopicName } from '../../../../schemas/log/topics.ts'
import { openLogSource } from '../../../support/log/log-sources.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

const bills: TopicName = 'legislog.bills.v1'
const votes: TopicName = 'legislog.votes.v1'
const PARTITION = 1
const KEYS = 40
const PASSES = 7
/** Later events of the log are not requested. */
const UNTIL = 100

let source: LogSource

beforeAll(async () => {
  const settings = await createTestTopics()
  for (const topic of [bills, votes]) {
    await publishRaw(
      settings,
      Array.from({ length: UNTIL + 20 }, (_, n) => ({
        topic,
        partition: PARTITION,
        key: `key ${n % KEYS}`,
        value: `${topic} ${n}`.repeat(10),
      })),
    )
  }
  source = openLogSource(settings)
})

type Seen = {
  readonly key: string
  readonly topic: TopicName
  readonly offset: number
  readonly value: string
}

async function readPasses(budget_bytes: number): Promise<{ passes: Seen[][]; reads: number }> {
  let reads = 0
  const counting: LogSource = {
    ...source,
    batches(...asked) {
      reads += 1
      return source.batches(...asked)
    },
  }
  const records = new PartitionRecords(counting, budget_bytes)
  const until = new Map([bills, votes].map((topic) => [topic, BigInt(UNTIL)]))
  const of = { partition: PARTITION, until, passes: PASSES }
  const passes: Seen[][] = []
  for (let nth = 0; nth < PASSES; nth += 1) {
    const seen: Seen[] = []
    for await (const some of records.pass(nth, of)) {
      for (const { key, topic, offset, value } of some) {
        seen.push({ key, topic, offset: Number(offset), value: String(value) })
      }
    }
    passes.push(seen)
  }
  return { passes, reads }
}

describe('the passes over a partition', () => {
  it.each([
    ['all records', 1_000_000, 2],
    ['some records', 12_000, undefined],
    ['no record', 1, 2 * PASSES],
  ])('return every record once if there is room for %s', async (_, budget_bytes, expectedReads) => {
    const { passes, reads } = await readPasses(budget_bytes)
    const all = passes.flat()
    expect(all.map(({ topic, offset }) => `${topic}:${offset}`).sort()).toEqual(
      [bills, votes].flatMap((topic) => Array.from({ length: UNTIL }, (_, n) => `${topic}:${n}`)).sort(),
    )
    for (const { topic, offset, key, value } of all) {
      expect({ key, value }).toEqual({ key: `key ${offset % KEYS}`, value: `${topic} ${offset}`.repeat(10) })
    }
    if (expectedReads === undefined) {
      expect(reads).toBeGreaterThan(2)
      expect(reads).toBeLessThan(2 * PASSES)
    } else {
      expect(reads).toBe(expectedReads)
    }
  })

  it('keep the events of a key together and in order, bills before votes', async () => {
    const { passes } = await readPasses(12_000)
    const passOf = new Map<string, number>()
    for (const [nth, seen] of passes.entries()) {
      for (const { key } of seen) expect(passOf.get(key) ?? nth).toBe(nth)
      for (const { key } of seen) passOf.set(key, nth)
      const order = seen.map(({ topic, offset }) => (topic === bills ? 0 : UNTIL) + offset)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
    expect(passOf.size).toBe(KEYS)
  })
})
