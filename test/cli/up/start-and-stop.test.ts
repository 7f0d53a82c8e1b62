import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { servicesOf } from '../../../cli/home/own-services.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { startOf } from '../../../stack/processes/process.ts'
import { createSetting } from '../../projections/support/projecting.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import {
  createUpHome,
  privateStack,
  UP_TEST_MS,
  type Up,
  type UpHome,
  untilPrinted,
} from '../../support/up/up-home.ts'

const services = servicesOf(readSettings({})).first

/**
 * Each test starts `legislog up` and ends it in another way. Most use their own Redis, and the other stores of
 * the test run. In the nightly run all stores are private, and all ways are tried.
 */
let home: UpHome

beforeAll(async () => {
  const { settings } = await createSetting()
  home = await createUpHome(NIGHTLY ? privateStack() : { ...settings, redis_url: '' })
})

async function started(): Promise<Up> {
  const up = home.up()
  await untilPrinted(up, 'Try:')
  await home.remember()
  return up
}

const nothingIsLeft = () => eventually(async () => expect(await home.left()).toEqual([]))

/** Stops all services as a debugger does, so that they cannot end. Returns a function that resumes them. */
async function freeze(): Promise<() => void> {
  const pids = await Promise.all(services.map((name) => home.pid(name)))
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

describe('legislog up', { timeout: UP_TEST_MS }, () => {
  it.runIf(NIGHTLY)(
    'leaves no process behind when its terminal is closed and nobody reads its output',
    async () => {
      const up = await started()
      up.closeTerminal()
      up.toGroup('SIGHUP')
      await up.ended
      await nothingIsLeft()
    },
  )

  // "is followed by one that takes over" ends so too, in every run.
  it.runIf(NIGHTLY)('leaves no process behind when its whole process group gets SIGTERM', async () => {
    const up = await started()
    up.toGroup('SIGTERM')
    await up.ended
    await nothingIsLeft()
  })

  it.runIf(NIGHTLY)(
    'leaves no process behind after Ctrl-C as soon as it is ready, and after a second one',
    async () => {
      const up = home.up()
      await untilPrinted(up, /^API /m)
      up.toGroup('SIGINT')
      await home.remember()
      await untilPrinted(up, 'stopping')
      // An earlier signal would count as a copy of the first one.
      await delay(700)
      if (up.launcher.exitCode === null) up.toGroup('SIGINT')
      await up.ended
      await nothingIsLeft()
    },
  )

  it.runIf(NIGHTLY)('leaves no process behind after Ctrl-C while the services start', async () => {
    const up = home.up()
    await eventually(async () => (await home.pid('relay')) > 0, { interval_ms: 1, timeout_ms: UP_TEST_MS })
    up.toGroup('SIGINT')
    await home.remember()
    await up.ended
    await nothingIsLeft()
    expect(up.output()).not.toContain('Try:')
  })
})

describe('a store of legislog up that ends', { timeout: UP_TEST_MS }, () => {
  it('is started again, and up ends with the last log lines if the store does not start', async () => {
    const up = await started()
    const first = await home.pid('redis')
    process.kill(first, 'SIGKILL')
    await untilPrinted(up, 'redis answers again')
    const second = await home.pid('redis')
    expect(second).not.toBe(first)
    // This is like a disk fault. A running server does not read this file.
    writeFileSync(join(home.path, 'redis', 'appendonlydir', 'appendonly.aof.manifest'), 'no manifest\n')
    process.kill(second, 'SIGKILL')
    await up.ended
    expect(up.launcher.exitCode).toBe(1)
    expect(up.output()).toMatch(
      /service_failed: redis did not start; the end of \S+redis.log:[\s\S]*manifest/,
    )
    await nothingIsLeft()
    rmSync(join(home.path, 'redis'), { recursive: true })
  })
})

describe('a killed legislog up', { timeout: UP_TEST_MS }, () => {
  it.runIf(NIGHTLY)('ends with its services, status shows what is left, and down ends it', async () => {
    const up = await started()
    process.kill(await home.pid('up'), 'SIGKILL')
    await up.ended
    await eventually(
      async () => !(await home.left()).some((one) => /^(?:relay|project|api|webhooks) /.test(one)),
    )
    const { processes } = (await home.run('status', '--json')).json() as { processes: { name: string }[] }
    expect(processes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'up', state: 'gone' }),
        expect.objectContaining({ name: 'api', state: 'gone' }),
        expect.objectContaining({
          name: 'redis',
          state: 'running',
          since: expect.stringMatching(/^20\S+Z$/),
        }),
      ]),
    )
    expect((await home.run('down')).stdout).toBe('down\n')
    await nothingIsLeft()
    expect((await home.run('down')).stdout).toBe('nothing ran\n')
  })

  it.runIf(NIGHTLY)('with a killed launcher and frozen services is ended by down', async () => {
    const up = await started()
    await freeze()
    process.kill(await home.pid('up'), 'SIGKILL')
    up.launcher.kill('SIGKILL')
    await up.ended
    // The system gave the id of one of our processes to an unrelated process.
    writeFileSync(join(home.path, 'ingest.pid'), JSON.stringify({ pid: process.pid, started: '1' }))
    const outcome = await home.run('down', '--json')
    expect(outcome.json()).toMatchObject({ stopped: false, left_behind: services })
    await nothingIsLeft()
  })

  it('is followed by one that takes over the remaining processes, says so, and ends them all', async () => {
    const up = await started()
    const thaw = await freeze()
    process.kill(await home.pid('up'), 'SIGKILL')
    await up.ended
    const api = await home.pid('api')
    const next = home.up()
    await untilPrinted(next, `api (process ${api})`)
    thaw()
    await untilPrinted(next, 'Try:')
    await home.remember()
    expect(next.output()).toMatch(/^stores: taken over from an earlier legislog up: .*redis/m)
    expect(await startOf(api)).toBeUndefined()
    const second = await home.run('up', '--detach', '--no-sample')
    expect(second).toMatchObject({
      code: 0,
      stdout: `${readFileSync(join(home.path, 'up.ready'), 'utf8')}\n`,
    })
    next.toGroup('SIGTERM')
    await next.ended
    await nothingIsLeft()
  })

  it.runIf(NIGHTLY)('ends in order if only its launcher was killed', async () => {
    const up = await started()
    up.launcher.kill('SIGKILL')
    await nothingIsLeft()
  })
})
