import { beforeAll, describe, expect, it } from 'vitest'
import { action } from '../support/builders/webhook-events.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createPublisher, type Publication } from '../support/log/publish.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'

/** Actions of one bill; a hundred thousand in the nightly run. */
const HOT_EVENTS = NIGHTLY ? 100_000 : 4_000
const OTHER_BILLS = 100
const CHUNK = 4_000
/** One action in this many is a correction, and one is a removal: each makes its batch load the whole bill. */
const EVERY = NIGHTLY ? 10_000 : 50

let service: WholeService

function hot(sequence: number): Publication {
  const emitted = action(sequence, { backfill: true })
  const earlier = `action-${Math.ceil(sequence / 2)}`
  if (sequence % EVERY === 1) {
    const corrected = { ...emitted.body.action, id: earlier, description: `Corrected by ${sequence}` }
    return { ...emitted, type: 'bill.action_corrected', body: { ...emitted.body, action: corrected } }
  }
  if (sequence % EVERY === 2) {
    const { action: _told, ...body } = emitted.body
    return { ...emitted, type: 'bill.action_removed', body: { ...body, action_id: earlier } }
  }
  return emitted
}

/** Bills with one event each, in the same partitions, between the events of the hot bill. */
function other(number: number): Publication {
  const billId = 1_000 + number
  const emitted = action(1, { bill_id: billId, backfill: true })
  return {
    ...emitted,
    body: { ...emitted.body, action: { ...emitted.body.action, id: `action-of-${billId}` } },
  }
}

beforeAll(async () => {
  service = await createWholeService()
  const publisher = await createPublisher(service.settings, service.database)
  const every = Math.ceil(HOT_EVENTS / OTHER_BILLS)
  for (let start = 1; start <= HOT_EVENTS; start += CHUNK) {
    const sequences = Array.from({ length: Math.min(CHUNK, HOT_EVENTS - start + 1) }, (_, at) => start + at)
    await publisher.publish(
      sequences.flatMap((sequence) =>
        sequence % every === 0 ? [hot(sequence), other(sequence / every)] : [hot(sequence)],
      ),
    )
  }
}, 300_000)

describe(`a bill of ${HOT_EVENTS} events`, { timeout: 600_000 }, () => {
  it('is projected in order, each event once, along with other bills', async () => {
    const startedAt = performance.now()
    const projections = await service.startProjections()
    const total = HOT_EVENTS + OTHER_BILLS
    await eventually(() => projections.totals().applied >= total, { timeout_ms: 500_000 })
    const seconds = (performance.now() - startedAt) / 1000
    if (NIGHTLY) console.error(`${Math.round(total / seconds)} events/s of which one bill has ${HOT_EVENTS}`)
    expect(projections.totals()).toMatchObject({ applied: total, repeated: 0, parked: 0 })
    expect(await service.verify()).toMatchObject({ is_equal: true, events: total, holes: [], parked: [] })
  })

  it('is the same in a replay with different batches', async () => {
    const projections = await service.startProjections('read_0002', { projector_batch_events: 1_111 })
    await eventually(() => projections.totals().applied >= HOT_EVENTS + OTHER_BILLS, { timeout_ms: 500_000 })
    const [one, two] = ['read_0001', 'read_0002'].map((name) => readRows(service.database, name))
    expect((await two!).size).toBeGreaterThan(HOT_EVENTS * 0.9)
    expect(await two).toEqual(await one)
  })
})
