import { join } from 'node:path'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { type Child, type Program, startChild } from './service-process.ts'

/** The long-running processes of the service, each of which is started again whenever it ends. */
export type Fleet = {
  readonly names: readonly string[]
  /** The address of the first API. */
  readonly api_url: string
  readonly api_urls: readonly string[]
  pid(name: string): number | undefined
  /** kill -9. */
  kill(name: string): void
  starts(): number
  /** Stops one of them for good. */
  retire(name: string): Promise<void>
  stop(): Promise<void>
}

export type Member = Program & { readonly args: readonly string[] }

const services: Readonly<Record<string, Member>> = {
  'relay 1': { args: ['relay'] },
  'relay 2': { args: ['relay'] },
  'project 1': { args: ['project'] },
  'project 2': { args: ['project'] },
  webhooks: { args: ['webhooks'] },
  api: { args: ['api'] },
  derive: { args: ['derive'] },
}

const PATIENCE_MS = 15_000

export async function startFleet(
  settings: Settings,
  logFolder: string,
  members: Readonly<Record<string, Member>> = services,
): Promise<Fleet> {
  const running = new Map<string, Child>()
  const retired = new Set<string>()
  const apiUrls: string[] = []
  let starts = 0

  async function keepRunning(name: string, { args, ...program }: Member, port: number): Promise<void> {
    const logFile = join(logFolder, `${name.replace(' ', '-')}.log`)
    while (!retired.has(name)) {
      const child = startChild(name, args, { ...settings, port }, logFile, program)
      starts += 1
      running.set(name, child)
      await child.ended
    }
  }

  const lives = new Map<string, Promise<void>>()
  for (const [name, member] of Object.entries(members)) {
    const port = member.args[0] === 'api' ? await freePort() : settings.port
    if (member.args[0] === 'api') apiUrls.push(`http://127.0.0.1:${port}`)
    lives.set(name, keepRunning(name, member, port))
  }

  async function retire(name: string): Promise<void> {
    retired.add(name)
    running.get(name)?.kill('SIGTERM')
    const killing = setTimeout(() => running.get(name)?.kill('SIGKILL'), PATIENCE_MS)
    await lives.get(name)
    clearTimeout(killing)
  }

  return {
    names: Object.keys(members),
    api_url: apiUrls[0] ?? '',
    api_urls: apiUrls,
    pid: (name) => running.get(name)?.pid,
    kill: (name) => running.get(name)?.kill('SIGKILL'),
    starts: () => starts,
    retire,
    async stop() {
      await Promise.all([...lives.keys()].map(retire))
    },
  }
}
