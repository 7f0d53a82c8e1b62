import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../stack/processes/port.ts'
import { createSetting } from '../../projections/support/projecting.ts'
import { createUpHome, UP_TEST_MS } from '../../support/up/up-home.ts'

it(
  'legislog up --detach fails if one service does not start, and leaves no process behind',
  async () => {
    const { settings } = await createSetting()
    const metricsPort = await freePort()
    // This is the port of webhooks. All others start, and the API answers.
    const stranger = createServer().listen(metricsPort + 2, '127.0.0.1')
    onTestFinished(() => void stranger.close())
    await once(stranger, 'listening')
    const home = await createUpHome({ ...settings, metrics_port: metricsPort })
    const outcome = await home.run('up', '--detach', '--no-sample')
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(outcome.stderr).toContain('service_failed: webhooks does not start (exit code 1)')
    expect(outcome.stderr).toContain('EADDRINUSE')
    expect(existsSync(join(home.path, 'up.ready'))).toBe(false)
    expect(await home.left()).toEqual([])
    expect(readFileSync(join(home.path, 'logs', 'up.log'), 'utf8')).not.toContain('Try:')
  },
  UP_TEST_MS,
)
