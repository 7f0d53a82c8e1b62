import { describe, expect, it } from 'vitest'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../../runtime/kafka/log-reader/log-reader.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { reduceBatch } from '../../../webhooks/log/log-batch.ts'

const record = (offset: bigint, headers: Record<string, string>): LogRecord => ({
  topic: 'legislog.bills.v1',
  partition: 2,
  offset,
  key: 'k',
  headers,
  value: Buffer.from('x'),
  appended_at: 0,
})
const batchOf = (...records: LogRecord[]) => ({
  epoch: 1,
  slices: [{ topic: 'legislog.bills.v1' as const, partition: 2, from: 0n, to: 9n, records }],
})

/** A decoder that always fails: skipped events never reach it. */
const failing = (error: Error): EventCodec => ({
  encode: () => Promise.reject(error),
  decode: () => Promise.reject(error),
  decodeKnown: () => undefined,
  readKnown: () => undefined,
  isStampAhead: () => false,
})
const undecodable = failing(new LegislogError('event_undecodable', 'no'))

describe('a batch of the log', () => {
  it('is skipped by its headers if it is backfill or has other event types', async () => {
    const reduced = await reduceBatch(
      batchOf(
        record(0n, { ce_type: 'bill.action', ce_backfill: 'true' }),
        record(1n, { ce_type: 'bill.sponsors_changed' }),
        record(2n, { ce_type: 'bill.a_later_invention' }),
      ),
      undecodable,
    )
    expect(reduced).toEqual({
      moves: [{ topic: 'legislog.bills.v1', partition: 2, from: 0n, to: 9n }],
      events: [],
      merges: [],
      parked: [],
    })
  })

  it('parks messages that can never be read, or that have no type', async () => {
    const { parked } = await reduceBatch(
      batchOf(record(0n, { ce_type: 'bill.action' }), record(1n, {})),
      undecodable,
    )
    expect(parked.map(({ record: { offset }, code }) => [offset, code])).toEqual([
      [0n, 'event_undecodable'],
      [1n, 'event_undecodable'],
    ])
  })

  it('is read again if the registry may answer later', async () => {
    const away = failing(new LegislogError('registry_unreachable', 'away'))
    await expect(reduceBatch(batchOf(record(0n, { ce_type: 'bill.action' })), away)).rejects.toMatchObject({
      code: 'registry_unreachable',
    })
  })
})
