import { beforeAll, describe, expect, it } from 'vitest'
import type { Projections } from '../../projections/service/start-projections.ts'
import { createPostgresProxy, type Held, type PostgresProxy } from '../support/faults/postgres-proxy.ts'
import { beginning, endingCopy, nth, readingPositions } from '../support/faults/transaction-moments.ts'
import { eventually } from '../support/harness/eventually.ts'
import { ALL_PARTITIONS } from '../support/log/topics.ts'
import { createUndisturbed, projectBehind } from '../support/service/projector-behind-proxy.ts'
import type { WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'

let service: WholeService
let events = 0
let undisturbed: Map<string, unknown>

beforeAll(async () => {
  const sample = await createUndisturbed(40)
  service = sample.service
  events = sample.events
  undisturbed = sample.rows
}, 120_000)

/** Starts a projector and stops it when it has read a batch but has not started a transaction. */
async function holdBeforeBegin(proxy: PostgresProxy, start: () => Promise<unknown>): Promise<Held> {
  const joining = proxy.holdBefore(readingPositions)
  await start()
  const joined = await joining
  // The loop of the watermark waits at its BEGIN too.
  const begun = proxy.holdBefore(beginning, 2)
  joined.release()
  return begun
}

async function isRight(readSchema: string): Promise<void> {
  await service.caughtUp(readSchema)
  expect(await service.verify(readSchema)).toMatchObject({ is_equal: true, events, parked: [] })
  expect(await readRows(service.database, readSchema)).toEqual(undisturbed)
}

/** Both have some of the partitions. */
const isShared = (one: Projections, two: Projections) =>
  [one, two].every(
    (each) =>
      each.health().reader.state === 'reading' && each.health().reader.assigned === ALL_PARTITIONS / 2,
  )

describe('a projector that others join while it writes a batch', () => {
  it('leaves unwritten batches to the new readers, and each event is written once', async () => {
    const readSchema = 'read_0002'
    const proxy = await createPostgresProxy(service.settings.database_url)
    let first!: Projections
    const held = await holdBeforeBegin(proxy, async () => {
      first = await projectBehind(service, proxy, readSchema)
    })
    const { epoch } = first.health().reader
    const second = await service.startProjections(readSchema)
    await eventually(() => second.health().reader.assigned === ALL_PARTITIONS / 2, { timeout_ms: 20_000 })
    const theirs = await eventually(() => second.totals().applied > 0 && second.totals().applied)
    expect(first.health().reader.epoch).toBeGreaterThan(epoch)
    expect(first.totals().applied).toBe(0)
    held.release()
    await isRight(readSchema)
    expect(first.totals().applied + second.totals().applied).toBe(events)
    expect(first.totals().repeated + second.totals().repeated).toBe(0)
    expect(theirs).toBeLessThan(events)
  })

  it('finishes the batch that it has started, and each event is written once', async () => {
    const readSchema = 'read_0003'
    const proxy = await createPostgresProxy(service.settings.database_url)
    const copying = proxy.holdBefore(nth(5, endingCopy))
    const first = await projectBehind(service, proxy, readSchema)
    const held = await copying
    const second = await service.startProjections(readSchema)
    await eventually(() => isShared(first, second), { timeout_ms: 20_000 })
    held.release()
    await isRight(readSchema)
    expect(first.totals().applied + second.totals().applied).toBe(events)
    expect(first.totals().repeated + second.totals().repeated).toBe(0)
    expect(second.totals().applied).toBeGreaterThan(0)
  })
})
