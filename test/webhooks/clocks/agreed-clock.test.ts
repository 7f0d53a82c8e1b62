import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { type AgreedClock, createAgreedClock } from '../../../webhooks/clocks/agreed-clock.ts'
import { createManualClock, type ManualClock } from '../../support/clocks/manual-clock.ts'
import {
  createOffsetClockDatabase,
  type OffsetClockDatabase,
} from '../../support/clocks/offset-database-clock.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const DAY_S = 86_400
const TOLERANCE_S = 300

let moved: OffsetClockDatabase
let host: ManualClock
let agreed: AgreedClock

beforeAll(async () => {
  const test = await createTestDatabase()
  moved = await createOffsetClockDatabase(test.settings, test.database)
})

beforeEach(async () => {
  await moved.jump(0)
  host = createManualClock(new Date().toISOString())
  agreed = createAgreedClock({
    database: moved.database,
    clock: host,
    tolerance_s: TOLERANCE_S,
    log: createLog('test', 'silent'),
  })
})

describe('the clock of a dispatcher', () => {
  it('counts as unknown until the database has reported its time', async () => {
    expect(agreed.whyApart()).toBe('the time of the database is not known yet')
    await agreed.compare()
    expect(agreed.whyApart()).toBeUndefined()
  })

  it.each<[string, number, number]>([
    ['the host is a day ahead', DAY_S, 0],
    ['the host is a day behind', -DAY_S, 0],
    ['the database is a day ahead', 0, DAY_S],
    ['the database is a day behind', 0, -DAY_S],
    ['the host is a little over the tolerance ahead', TOLERANCE_S + 60, 0],
  ])('stays at the right time if %s, and reports both times', async (_what, host_s, database_s) => {
    await agreed.compare()
    const right_ms = host.now().getTime()
    host.advance(host_s * 1000)
    await moved.jump(database_s)
    // The clocks are not compared yet, but a plan that is made now still gets the right time.
    expect(agreed.whyApart()).toBeUndefined()
    expect(Math.abs(agreed.clock.now().getTime() - right_ms)).toBeLessThan(60_000)
    await agreed.compare()
    expect(agreed.whyApart()).toMatch(
      /^this host says that it is 20[^,]*, and the database 20.*no webhook is sent or planned until they differ by 300 s/,
    )
    expect(agreed.whyApart()).toContain(host.now().toISOString())
    expect(Math.abs(agreed.clock.now().getTime() - right_ms)).toBeLessThan(60_000)

    host.advance(-host_s * 1000)
    await moved.jump(0)
    await agreed.compare()
    expect(agreed.whyApart()).toBeUndefined()
  })

  it('follows the host if the database agrees', async () => {
    await agreed.compare()
    host.advance(TOLERANCE_S * 500)
    await agreed.compare()
    expect(agreed.whyApart()).toBeUndefined()
    expect(agreed.clock.now().getTime()).toBeGreaterThanOrEqual(host.now().getTime())

    await moved.jump(DAY_S)
    host.advance(DAY_S * 1000)
    await agreed.compare()
    expect(agreed.whyApart()).toBeUndefined()
    expect(agreed.clock.now().getTime()).toBeGreaterThanOrEqual(host.now().getTime())
  })
})
