import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { askHealth } from '../../../cli/health/ask-health.ts'
import { SERVICE_END_MS } from '../../../cli/process/until-stopped.ts'
import type { ReadinessAnswer } from '../../../runtime/health/readiness.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { startOf } from '../../../stack/processes/process.ts'
import { createSetting } from '../../projections/support/projecting.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { askServices, expectCommands, isAsExpected } from '../../support/up/ask-services.ts'
import { breakOne, keepOlder } from '../../support/up/break-service.ts'
import { allOf, type Cell, cells, services } from '../../support/up/health-cells.ts'
import {
  createUpHome,
  privateStack,
  UP_TEST_MS,
  type Up,
  type UpHome,
  untilPrinted,
} from '../../support/up/up-home.ts'

/**
 * A home with stores of its own, and the `up` that all cells share. In every run it has its own Postgres and Redis,
 * and Kafka and the registry of the test run: two Java processes would take half of the time.
 */
let home: UpHome
let up: Up

const stores = NIGHTLY ? ['kafka', 'registry', 'postgres', 'redis'] : ['postgres', 'redis']

/** HEARTBEAT_TIMEOUT_MS for services or HEALTH_TIMEOUT_MS for stores; the rest allows for a busy machine. */
const NOTICED_MS = 30_000
const MENDED_MS = 120_000

beforeAll(async () => {
  const others = NIGHTLY
    ? privateStack()
    : { ...(await createSetting()).settings, redis_url: '', database_url: '' }
  home = await createUpHome({
    ...others,
    metrics_port: await freePort(),
    health_timeout_ms: 1_000,
    heartbeat_timeout_ms: 2_000,
  })
})

const nothingIsLeft = () => eventually(async () => expect(await home.left()).toEqual([]))

describe('legislog up with stores of its own', { timeout: UP_TEST_MS }, () => {
  it.runIf(NIGHTLY)('leaves no process behind after Ctrl-C while the stores start', async () => {
    const interrupted = home.up()
    await eventually(async () => (await home.pid('kafka')) > 0, { interval_ms: 1, timeout_ms: UP_TEST_MS })
    interrupted.toGroup('SIGINT')
    await home.remember()
    await interrupted.ended
    await nothingIsLeft()
    expect(interrupted.output()).not.toMatch(/^schemas: /m)
  })
})

async function startUp(): Promise<void> {
  up = home.up()
  await untilPrinted(up, 'Try:')
  if (!NIGHTLY) return
  await home.run('ingest', 'openstates-scraper', join(projectFolder, 'sample', 'legislature'))
  await home.run('status', '--wait')
  await keepOlder(home)
  await untilWell()
  await home.run('ingest', 'openstates-scraper', join(projectFolder, 'sample', 'revision'))
  await home.run('status', '--wait')
}

const failedChecks = (body: ReadinessAnswer | undefined) =>
  Object.entries(body?.checks ?? {}).flatMap(([name, { ok, detail, since }]) =>
    ok ? [] : [{ name, detail, since }],
  )

async function untilWell(): Promise<void> {
  await eventually(
    async () => {
      const { readyz, bodies } = await askServices(home)
      expect({ readyz, failed: services.flatMap((service) => failedChecks(bodies[service])) }).toEqual({
        readyz: allOf('ready'),
        failed: [],
      })
      // Services work without the registry, and with a Redis that returns at once.
      expect(await askHealth(home.settings)).toMatchObject({ ready: true, problems: [] })
      return true
    },
    { timeout_ms: MENDED_MS, interval_ms: 100 },
  )
}

async function untilNoticed(cell: Cell): Promise<void> {
  await eventually(
    async () => {
      const { readyz, healthz, bodies } = await askServices(home)
      for (const service of services) {
        expect(isAsExpected(readyz[service], cell.readyz[service]), `${service}: ${readyz[service]}`).toBe(
          true,
        )
        if (readyz[service] !== 'no answer') expect(healthz[service], `${service} lives`).toBe(true)
        const failed = failedChecks(bodies[service])
        for (const { name, detail, since } of failed) {
          expect({ name, detail, since }).toMatchObject({
            detail: expect.stringMatching(/./),
            since: expect.stringMatching(/^2\S+Z$/),
          })
        }
        if (readyz[service] === 'not ready') expect(failed).not.toEqual([])
      }
      return true
    },
    { timeout_ms: NOTICED_MS, interval_ms: 100 },
  )
}

async function expectNamed({ what, named = what }: Cell): Promise<void> {
  expect((await askHealth(home.settings)).problems.join('\n')).toContain(named)
}

/** A broken part is named at once, unless a service has to notice it first. */
const isNamedAtOnce = ({ is_well, named }: Cell): boolean => !is_well && named === undefined

/** Each cell breaks one thing, asks all services, repairs it and asks again. */
describe('the health matrix', { timeout: UP_TEST_MS }, () => {
  beforeAll(startUp, UP_TEST_MS)

  it('reports no problem while everything works', async () => {
    await untilWell()
    await expectCommands(home, { what: 'api', is_well: true })
  })

  it.each(cells.filter(({ is_quick }) => is_quick || NIGHTLY))(
    'shows how each service reacts if $what is $how',
    async (cell) => {
      const mend = await breakOne(home, cell)
      try {
        if (isNamedAtOnce(cell)) await expectNamed(cell)
        await untilNoticed(cell)
        await expectCommands(home, cell)
        if (cell.how === 'frozen')
          await untilPrinted(up, new RegExp(`${cell.what} \\(process \\d+\\) is frozen`))
      } finally {
        await mend()
        // A failed cell leaves nothing broken for the next one.
        await untilWell()
      }
    },
  )

  it('reports no problem after all repairs', async () => {
    await expectCommands(home, { what: 'api', is_well: true })
  })
})

describe('a legislog up whose stores are gone', { timeout: UP_TEST_MS }, () => {
  it('ends its services on SIGTERM, and down ends the rest', async () => {
    await home.remember()
    const pids = await Promise.all(services.map((name) => home.pid(name)))
    // Otherwise it would start them again, and end them itself.
    process.kill(await home.pid('up'), 'SIGSTOP')
    for (const name of stores) process.kill(await home.pid(name), 'SIGKILL')
    await eventually(async () => (await home.left()).every((one) => !/^(?:kafka|postgres) /.test(one)))
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    await eventually(
      async () => (await Promise.all(pids.map(startOf))).every((start) => start === undefined),
      // The services end within the first term; the second allows for a busy machine.
      { timeout_ms: SERVICE_END_MS + 20_000 },
    )
    process.kill(await home.pid('up'), 'SIGKILL')
    await up.ended
    await home.run('down')
    await nothingIsLeft()
  })
})
