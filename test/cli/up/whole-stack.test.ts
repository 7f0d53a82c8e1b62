import { beforeAll, describe, expect, it } from 'vitest'
import { ownServices } from '../../../cli/home/own-services.ts'
import { SERVICE_END_MS } from '../../../cli/process/until-stopped.ts'
import { startOf } from '../../../stack/processes/process.ts'
import { eventually } from '../../support/harness/eventually.ts'
import {
  createUpHome,
  privateStack,
  UP_TEST_MS,
  type UpHome,
  untilPrinted,
} from '../../support/up/up-home.ts'

const services = ownServices.filter((name) => name !== 'ingest')
const stores = ['kafka', 'registry', 'postgres', 'redis']

let home: UpHome

beforeAll(async () => {
  home = await createUpHome(privateStack())
})

const nothingIsLeft = () => eventually(async () => expect(await home.left()).toEqual([]))

describe('legislog up with all its own stores', { timeout: UP_TEST_MS }, () => {
  it('leaves no process behind after Ctrl-C while the stores start', async () => {
    const up = home.up()
    await eventually(async () => (await home.pid('kafka')) > 0, { interval_ms: 1, timeout_ms: UP_TEST_MS })
    up.toGroup('SIGINT')
    await home.remember()
    await up.ended
    await nothingIsLeft()
    expect(up.output()).not.toMatch(/^schemas: /m)
  })

  it('ends its services on SIGTERM even if the stores are gone, and down ends the rest', async () => {
    const up = home.up()
    await untilPrinted(up, 'Try:')
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
