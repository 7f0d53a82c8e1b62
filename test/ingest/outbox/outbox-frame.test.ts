import { describe, expect, it } from 'vitest'
import { frameEvents, unframeEvents } from '../../../ingest/outbox/outbox-frame.ts'

describe('a row of the outbox', () => {
  it('returns its events in order, whatever bytes they have', () => {
    const events = [
      { headers: { ce_id: 'a', ce_subject: 'ocd-bill/ñ' }, value: Buffer.from([0, 1, 255, 10]) },
      { headers: {}, value: Buffer.alloc(0) },
      { headers: { ce_id: 'b' }, value: Buffer.alloc(70_000, 7) },
    ]
    expect(unframeEvents(frameEvents(events))).toEqual(events)
    expect(unframeEvents(frameEvents([]))).toEqual([])
  })

  it('is refused if it was cut off or has another version', () => {
    const frame = frameEvents([{ headers: { ce_id: 'a' }, value: Buffer.from('value') }])
    expect(() => unframeEvents(frame.subarray(0, -1))).toThrow(/ends within an event/)
    expect(() => unframeEvents(Buffer.concat([Buffer.of(9), frame.subarray(1)]))).toThrow(/byte 9/)
  })
})
