import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { addresses } from '../../../stack/stack.ts'
import { cleanUp } from './clean-up.ts'
import { eventually } from './eventually.ts'

export type MainProcess = {
  readonly child: ChildProcess
  /** Its exit code and the signal that ended it. */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>
}

/** A command of `cli/main.ts` in a separate process, which is killed when the test file has ended. */
export function startMain(
  args: readonly string[],
  settings: Settings,
  env: Readonly<Record<string, string>> = {},
): MainProcess {
  const child = spawn(process.execPath, [join(projectFolder, 'cli', 'main.ts'), ...args], {
    env: { ...process.env, ...settingsEnvironment(settings), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleanUp(async () => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') as unknown as MainProcess['ended'] }
}

/** Kills it with SIGKILL when `isEnough` returns true. */
export async function killOnce(
  { child, ended }: MainProcess,
  isEnough: () => Promise<boolean> | boolean,
  timing: Parameters<typeof eventually>[1] = {},
): Promise<void> {
  await eventually(isEnough, timing)
  child.kill('SIGKILL')
  await ended
}

/** The environment for a process on the services of these settings, with defaults for everything else. */
export function addressesIn(settings: Settings): Record<string, string> {
  return settingsEnvironment(addresses(settings)!)
}
