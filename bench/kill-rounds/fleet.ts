import { join } from 'node:path'
import type { Settings } from '../../runtime/settings.ts'
import { freePort } from '../../stack/port.ts'
import { type Child, startChild } from './child.ts'

/** The long-running processes of the service, each of which is started again whenever it ends. */
export type Fleet = {
  readonly names: readonly string[]
  readonly api_url: string
  /** kill -9. */
  kill(name: string): void
  starts(): number
  stop(): Promise<void>
}

const services = {
  'relay 1': ['relay'],
  'relay 2': ['relay'],
  'project 1': ['project'],
  'project 2': ['project'],
  webhooks: ['webhooks'],
  api: ['api'],
} as const

export async function startFleet(settings: Settings, log_folder: string): Promise<Fleet> {
  const port = await freePort()
  const running = new Map<string, Child>()
  let isStopping = false
  let starts = 0

  async function keepRunning(name: string, args: readonly string[]): Promise<void> {
    while (!isStopping) {
      const log_file = join(log_folder, `${name.replace(' ', '-')}.log`)
      const child = startChild(name, args, { ...settings, port }, log_file)
      starts += 1
      running.set(name, child)
      await child.ended
    }
  }

  const lives = Object.entries(services).map(([name, args]) => keepRunning(name, args))
  return {
    names: Object.keys(services),
    api_url: `http://127.0.0.1:${port}`,
    kill: (name) => running.get(name)?.kill('SIGKILL'),
    starts: () => starts,
    async stop() {
      isStopping = true
      for (const child of running.values()) child.kill('SIGTERM')
      const killing = setTimeout(() => {
        for (const child of running.values()) child.kill('SIGKILL')
      }, 15_000)
      await Promise.all(lives)
      clearTimeout(killing)
    },
  }
}
