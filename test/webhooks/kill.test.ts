import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { definitions, projectFolder, type Settings } from '../../runtime/settings.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createDispatcherWorld } from '../support/dispatcher-world.ts'
import { eventually } from '../support/eventually.ts'
import { action } from '../support/webhook-events.ts'

const world = await createDispatcherWorld()

/** The settings as a process of its own reads them. */
function environmentOf(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, { env }]) => {
      const value = settings[name as keyof Settings]
      return [env, value === true ? '1' : value === false ? '' : String(value)]
    }),
  )
}

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [join(projectFolder, 'cli', 'main.ts'), 'webhooks'], {
    env: { ...process.env, ...environmentOf(world.settings), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleanUp(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
  })
  return child
}

describe('a dispatcher that is killed', () => {
  it('loses nothing, and repeats only what it had in hand, with the same key', async () => {
    const count = 1_000
    const { receiver } = await world.newEndpoint()
    receiver.answer({ kind: 'slow', ms: 3 })
    await world.publisher.publish(Array.from({ length: count }, (_, index) => action(index + 1)))
    const first = startProcess()
    await eventually(() => receiver.received.length > 100, { timeout_ms: 30_000, interval_ms: 2 })
    const ended = new Promise((done) => first.once('exit', done))
    first.kill('SIGKILL')
    await ended
    const atKill = receiver.received.length
    expect(atKill).toBeLessThan(count)
    // What it had leased is due when the lease ends: that moment is brought forward.
    await world.database.query(
      'UPDATE webhook.delivery SET lease_until = now() WHERE lease_until IS NOT NULL',
    )
    startProcess()
    const keys = () => new Set(receiver.received.map(({ key }) => key))
    await eventually(() => keys().size === count, { timeout_ms: 30_000 })
    await eventually(async () => {
      const { rows } = await world.database.query<{ status: string; count: number }>(
        'SELECT status, count(*) AS count FROM webhook.delivery GROUP BY status',
      )
      expect(rows).toEqual([{ status: 'delivered', count }])
      return true
    })
    const { rows } = await world.database.query<{ key: string }>('SELECT key FROM webhook.delivery')
    expect(keys()).toEqual(new Set(rows.map(({ key }) => key)))
    expect(receiver.received.length - count).toBeLessThanOrEqual(100)
  })
})
