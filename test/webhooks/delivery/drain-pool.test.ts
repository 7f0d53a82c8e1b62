import { describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import type { Drain } from '../../../webhooks/delivery/drain.ts'
import { createDrainPool } from '../../../webhooks/delivery/drain-pool.ts'
import type { DrainOutcome } from '../../../webhooks/delivery/turn-verdict.ts'
import { eventually } from '../../support/harness/eventually.ts'

const log = createLog('test', 'silent')

/** Drains that end on request. */
function byHand() {
  const open: { endpoint_id: number; end: (left?: DrainOutcome) => void; fail: () => void }[] = []
  const drain: Drain = (endpointId) =>
    new Promise((done, fail) => {
      open.push({
        endpoint_id: endpointId,
        end: (left = 'empty') => done(left),
        fail: () => fail(new Error('broken')),
      })
    })
  return { open, drain }
}
const turn = () => new Promise((done) => setImmediate(done))

describe('a drain', () => {
  it('runs once at a time for each endpoint, and runs again if it was requested meanwhile', async () => {
    const { open, drain } = byHand()
    const drains = createDrainPool({ drain, concurrency: 10, log })
    const first = drains.run(1)
    await turn()
    void drains.run(1)
    void drains.run(1)
    expect(open).toHaveLength(1)
    open[0]!.end()
    await turn()
    expect(open).toHaveLength(2)
    open[1]!.end()
    await first
    expect(open).toHaveLength(2)
    expect(drains.size()).toBe(0)
  })

  it('lets other endpoints have a turn before an endpoint with more to send continues', async () => {
    const { open, drain } = byHand()
    const drains = createDrainPool({ drain, concurrency: 1, log })
    void drains.run(1)
    void drains.run(2)
    await turn()
    open[0]!.end('more')
    await turn()
    expect(open.map(({ endpoint_id }) => endpoint_id)).toEqual([1, 2])
    open[1]!.end()
    await turn()
    expect(open.map(({ endpoint_id }) => endpoint_id)).toEqual([1, 2, 1])
    open[2]!.end()
    await drains.settled()
  })

  it('ends when the process stops, even if deliveries are left', async () => {
    const { open, drain } = byHand()
    const drains = createDrainPool({ drain, concurrency: 1, log })
    void drains.run(1)
    await turn()
    void drains.run(1)
    open[0]!.end('stopped')
    await drains.settled()
    expect(open).toHaveLength(1)
  })

  it('leaves the endpoint to the next sweep if it fails', async () => {
    const { open, drain } = byHand()
    const drains = createDrainPool({ drain, concurrency: 1, log })
    const run = drains.run(1)
    await turn()
    open[0]!.fail()
    await run
    expect(drains.size()).toBe(0)
  })

  it('makes room for others while it waits for a slow receiver, up to a maximum number', async () => {
    const { open, drain } = byHand()
    const drains = createDrainPool({ drain, concurrency: 1, log, patience_ms: 1, max_detached: 2 })
    for (const endpointId of [1, 2, 3, 4]) void drains.run(endpointId)
    await eventually(() => open.length === 3, { interval_ms: 1 })
    await new Promise((done) => setTimeout(done, 20))
    expect(open.map(({ endpoint_id }) => endpoint_id)).toEqual([1, 2, 3])
    open[2]!.end()
    await eventually(() => open.length === 4, { interval_ms: 1 })
    for (const { end } of open) end()
    await drains.settled()
  })
})
