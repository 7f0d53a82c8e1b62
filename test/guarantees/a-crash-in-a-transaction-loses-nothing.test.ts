import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { createPostgresProxy, type Held, type PostgresProxy } from '../support/faults/postgres-proxy.ts'
import {
  beginning,
  committing,
  endingCopy,
  nth,
  readingPositions,
} from '../support/faults/transaction-moments.ts'
import { eventually } from '../support/harness/eventually.ts'
import { type MainProcess, startMain } from '../support/harness/main-process.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import {
  createUndisturbed,
  projectBehind,
  projectedEvents,
} from '../support/service/projector-behind-proxy.ts'
import { untilCounted } from '../support/service/until-counted.ts'
import type { WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'

const BATCH_EVENTS = 60

let service: WholeService
let events = 0
let undisturbed: Map<string, unknown>

beforeAll(async () => {
  const sample = await createUndisturbed(BATCH_EVENTS)
  service = sample.service
  events = sample.events
  undisturbed = sample.rows
}, 120_000)

let schemas = 1
/** A projector in a separate process, with its own read schema and a proxy in front of Postgres. */
async function startProjector(): Promise<{
  read_schema: string
  proxy: PostgresProxy
  projector: MainProcess
}> {
  schemas += 1
  const readSchema = `read_000${schemas}`
  await ensureReadSchema(service.database, service.settings, readSchema)
  const proxy = await createPostgresProxy(service.settings.database_url)
  const settings = { ...service.settings, database_url: proxy.url }
  return {
    read_schema: readSchema,
    proxy,
    projector: startMain(['project', '--read-schema', readSchema], settings),
  }
}

async function kill({ child, ended }: MainProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** A batch is written as a whole or not at all: the oracle folds the log up to the stored positions. */
async function isWholeAt(readSchema: string, eventsThen: number): Promise<void> {
  expect(await projectedEvents(service.database, readSchema)).toBe(eventsThen)
  expect(await service.verify(readSchema)).toMatchObject({ is_equal: true, events: eventsThen })
}

/** Another projector reads the rest: no event is applied or even read twice, and none is missing. */
async function isCarriedOn(readSchema: string, eventsThen: number): Promise<void> {
  const next = await service.startProjections(readSchema)
  await service.caughtUp(readSchema)
  await untilCounted([next], events - eventsThen)
  expect(next.totals()).toMatchObject({ applied: events - eventsThen, repeated: 0, parked: 0 })
  expect(await service.verify(readSchema)).toMatchObject({ is_equal: true, events, parked: [] })
  expect(await readRows(service.database, readSchema)).toEqual(undisturbed)
}

/** Kills it at this moment, cuts its connections, and expects that more than `moreThan` events remain written. */
async function leavesWhatWas(
  readSchema: string,
  projector: MainProcess,
  held: Held,
  moreThan: number,
): Promise<void> {
  const before = await projectedEvents(service.database, readSchema)
  await kill(projector)
  held.cut()
  expect(before).toBeGreaterThan(moreThan)
  await isWholeAt(readSchema, before)
  await isCarriedOn(readSchema, before)
}

describe.concurrent('a projector that is killed', { timeout: 120_000 }, () => {
  it.runIf(NIGHTLY)('between fetch and BEGIN loses nothing', async () => {
    const { read_schema, proxy, projector } = await startProjector()
    const joined = await proxy.holdBefore(readingPositions)
    // The watermark loop waits at the first BEGIN, so the second one is that of the first batch.
    const begun = proxy.holdBefore(beginning, 2)
    joined.release()
    const held = await begun
    await kill(projector)
    held.cut()
    await isWholeAt(read_schema, 0)
    await isCarriedOn(read_schema, 0)
  })

  it.runIf(NIGHTLY)('in the middle of a COPY writes nothing of its batch', async () => {
    const { read_schema, proxy, projector } = await startProjector()
    // It has written three tables of its second batch.
    const held = await proxy.holdBefore(nth(2, committing)).then((second) => {
      const copying = proxy.holdBefore(nth(3, endingCopy))
      second.release()
      return copying
    })
    await leavesWhatWas(read_schema, projector, held, 0)
  })

  it.runIf(NIGHTLY)('before its COMMIT writes nothing of its batch if the COMMIT is lost', async () => {
    const { read_schema, proxy, projector } = await startProjector()
    const held = await proxy.holdBefore(nth(2, committing))
    await leavesWhatWas(read_schema, projector, held, 0)
  })

  it('before its COMMIT writes all of its batch if the COMMIT arrives after its death', async () => {
    const { read_schema, proxy, projector } = await startProjector()
    const held = await proxy.holdBefore(nth(2, committing))
    const before = await projectedEvents(service.database, read_schema)
    await kill(projector)
    held.release()
    const after = await eventually(async () => {
      const now = await projectedEvents(service.database, read_schema)
      return now > before ? now : undefined
    })
    await isWholeAt(read_schema, after)
    await isCarriedOn(read_schema, after)
  })

  it('after its COMMIT, before the offset commit, does not write the batch again', async () => {
    const { read_schema, proxy, projector } = await startProjector()
    const held = await proxy.holdAnswer(nth(2, committing))
    await leavesWhatWas(read_schema, projector, held, BATCH_EVENTS)
  })
})

describe('a projector whose connection breaks in COMMIT', () => {
  it.each([
    ['before Postgres has seen it', 'holdBefore'],
    ['after Postgres has done it', 'holdAnswer'],
  ] as const)('%s checks the positions and applies nothing twice', async (_when, hold) => {
    schemas += 1
    const readSchema = `read_000${schemas}`
    const proxy = await createPostgresProxy(service.settings.database_url)
    const broken = proxy[hold](nth(2, committing))
    const projections = await projectBehind(service, proxy, readSchema)
    ;(await broken).cut()
    await service.caughtUp(readSchema)
    const done = hold === 'holdAnswer' ? 1 : 0
    expect(projections.totals()).toMatchObject({ repeated: 0, parked: 0, positions_moved: done })
    expect(await service.verify(readSchema)).toMatchObject({ is_equal: true, events, parked: [] })
    expect(await readRows(service.database, readSchema)).toEqual(undisturbed)
  })
})
