import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { createLog } from '../../runtime/log.ts'
import { watchFrozenSessions } from '../../runtime/postgres/frozen-sessions.ts'
import { createPostgresProxy, type Held, type PostgresProxy } from '../support/faults/postgres-proxy.ts'
import {
  beginning,
  endingCopy,
  movingPositions,
  nth,
  readingPositions,
} from '../support/faults/transaction-moments.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { type MainProcess, startMain } from '../support/harness/main-process.ts'
import { everyNth } from '../support/harness/nightly.ts'
import { ALL_PARTITIONS } from '../support/log/topics.ts'
import { createUndisturbed, projectedEvents } from '../support/service/projector-behind-proxy.ts'
import type { WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'
import { rowVersions } from '../support/stores/row-versions.ts'

let service: WholeService
let events = 0
let undisturbed: Map<string, unknown>

beforeAll(async () => {
  const sample = await createUndisturbed(40)
  service = sample.service
  events = sample.events
  undisturbed = sample.rows
  const log = createLog('test', 'silent')
  const watch = watchFrozenSessions({ database: service.database, log, look_ms: 1_000 })
  cleanUp(() => watch.stop())
}, 120_000)

/** All moments run at once, each with its own read schema. */
describe.concurrent('a projector that was suspended, replaced and resumed', () => {
  it.each(
    everyNth(2, [
      ['read_0002', 'before its first write', beforeBegin],
      [
        'read_0003',
        'in the middle of its transaction',
        (proxy: PostgresProxy) => proxy.holdBefore(nth(3, movingPositions)),
      ],
      [
        'read_0004',
        'in the middle of a COPY, which no timeout of Postgres ends',
        (proxy: PostgresProxy) => proxy.holdBefore(nth(3, endingCopy)),
      ],
    ] as const),
  )(
    'changes nothing in %s if it was suspended %s',
    async (readSchema, _when, asleep) => {
      await ensureReadSchema(service.database, service.settings, readSchema)
      const proxy = await createPostgresProxy(service.settings.database_url)
      const reached = asleep(proxy)
      const settings = { ...service.settings, database_url: proxy.url }
      const sleeper = startMain(['project', '--read-schema', readSchema], settings)
      const held = await reached
      sleeper.child.kill('SIGSTOP')
      const done = await projectedEvents(service.database, readSchema)

      // The broker gives the partitions of a silent member to another. Postgres ends its open transaction.
      const next = await service.startProjections(readSchema)
      await eventually(() => service.caughtUp(readSchema).then(() => true), { timeout_ms: 60_000 })
      const before = await rowVersions(service.database, readSchema)
      sleeper.child.kill('SIGCONT')
      held.release()
      await joinsAgain(sleeper, () => next.health().reader.assigned)

      expect(await rowVersions(service.database, readSchema)).toEqual(before)
      expect(next.totals()).toMatchObject({ applied: events - done, repeated: 0, parked: 0 })
      expect(await service.verify(readSchema)).toMatchObject({ is_equal: true, events, parked: [] })
      expect(await readRows(service.database, readSchema)).toEqual(undisturbed)
    },
    120_000,
  )
})

async function beforeBegin(proxy: PostgresProxy): Promise<Held> {
  const joined = await proxy.holdBefore(readingPositions)
  // The loop of the watermark waits at its BEGIN too.
  const begun = proxy.holdBefore(beginning, 2)
  joined.release()
  return begun
}

/** It has dropped its batch and shares the partitions with its replacement. */
async function joinsAgain({ child }: MainProcess, assigned: () => number): Promise<void> {
  await eventually(() => assigned() === ALL_PARTITIONS / 2, { timeout_ms: 20_000 })
  expect(child.exitCode).toBeNull()
}
