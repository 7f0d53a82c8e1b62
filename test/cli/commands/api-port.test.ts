import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { startApi } from '../../../api/main.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { createSetting } from '../../projections/support/projecting.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { legislog } from '../../support/harness/command-line.ts'

async function takenPort(): Promise<number> {
  const server = createServer()
  cleanUp(() => new Promise((resolve) => server.close(() => resolve())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it('legislog api names the setting to change if its port is taken, and ends', async () => {
  const { settings } = await createSetting()
  const port = await takenPort()
  const env = { ...settingsEnvironment(settings), PORT: String(port) }
  const outcome = await legislog(['api', '--json'], { env })
  expect(outcome.code).toBe(1)
  const message = expect.stringMatching(new RegExp(`port ${port} .* set PORT to a free port`))
  expect(outcome.json()).toMatchObject({ error: { code: 'port_taken', message } })
  // If the port is taken after the check, everything that was opened is closed.
  await expect(startApi({ ...settings, port })).rejects.toThrow('EADDRINUSE')
})
