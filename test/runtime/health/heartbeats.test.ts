import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import {
  type HeartbeatSender,
  readHeartbeats,
  startHeartbeat,
  whyNoneWorks,
} from '../../../runtime/health/heartbeats.ts'
import { createReadiness } from '../../../runtime/health/readiness.ts'
import { createLog } from '../../../runtime/log.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let heart: HeartbeatSender
let reason: string | undefined

beforeAll(async () => {
  test = await createTestDatabase({ heartbeat_timeout_ms: 800 })
  heart = start()
})

function start(): HeartbeatSender {
  const { settings, database } = test
  const readiness = createReadiness({
    checks: { kafka: async () => reason },
    timeout_ms: 100,
    clock: systemClock,
  })
  const log = createLog('test', 'silent')
  const started = startHeartbeat({ settings, database, service: 'relay', readiness, clock: systemClock, log })
  cleanUp(started.stop)
  return started
}

const why = async () => whyNoneWorks('relay', await readHeartbeats(test.database))

describe('a heartbeat', () => {
  it('shows that a service works, or why it does not', async () => {
    await eventually(async () => expect(await why()).toBeUndefined())
    reason = 'no answer'
    await eventually(async () =>
      expect(await why()).toMatch(/^relay is not ready: kafka: no answer \(since 2\S+Z\)$/),
    )
    reason = undefined
    await eventually(async () => expect(await why()).toBeUndefined())
  })

  it('disappears after an orderly end', async () => {
    await heart.stop()
    expect(await why()).toBe('relay does not run')
  })

  it('becomes silent if its process was killed or frozen, and a new process takes over', async () => {
    await test.database.query(
      `INSERT INTO control.heartbeat (service, host, pid, started_at, beat_at, timeout_ms, status, checks)
       VALUES ('relay', 'elsewhere', 7, now(), clock_timestamp() - interval '1 minute', 10000, 'ready', '{}')`,
    )
    expect(await why()).toMatch(/^relay is silent since 2\S+Z: process 7 on elsewhere is dead or frozen$/)
    start()
    await eventually(async () => expect(await why()).toBeUndefined())
    const pids = (await readHeartbeats(test.database)).map(({ pid, is_silent }) => [pid, is_silent])
    expect(pids).toEqual([
      [process.pid, false],
      [7, true],
    ])
  })
})
