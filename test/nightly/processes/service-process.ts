import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { nodeOptionsOf } from '../../../cli/process/node-options.js'
import { projectFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'

/** One process of the service. */
export type Child = {
  readonly name: string
  readonly pid: number | undefined
  /** How it ended: an exit code, or a signal. */
  readonly ended: Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
}

/** Options of node besides `legislog <args>`. */
export type Program = {
  /** Run instead of the command line of legislog. */
  readonly script?: string
  /** Options of node itself. */
  readonly options?: readonly string[]
}

/** Starts `legislog <args>` on the services of these settings; what it prints goes to a file. */
export function startChild(
  name: string,
  args: readonly string[],
  settings: Settings,
  logFile: string,
  { script, options = [] }: Program = {},
): Child {
  const output = openSync(logFile, 'a')
  const command =
    script === undefined ? [...nodeOptionsOf(args), join(projectFolder, 'cli', 'main.ts')] : [script]
  const child: ChildProcess = spawn(process.execPath, [...options, ...command, ...args], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settingsEnvironment(settings) },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return { name, pid: child.pid, ended, kill: (signal) => void child.kill(signal) }
}
