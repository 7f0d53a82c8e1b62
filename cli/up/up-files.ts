import { join } from 'node:path'
import { homeFolder, type Settings } from '../../runtime/settings.ts'
import { layoutOf } from '../../stack/layout.ts'
import type { OwnService } from './own-services.ts'

export type UpFiles = {
  /** The process that is `up`, as a lock: one of a home. */
  readonly pid: string
  /** What it says once everything answers. */
  readonly ready: string
  readonly logs: string
  /** The log of an `up` that gives the terminal back. */
  readonly log: string
  pidFile(name: OwnService): string
  logFile(name: OwnService): string
}

/** The files by which commands of one home know of `up` and of what it has started. */
export function upFilesOf(settings: Settings): UpFiles {
  const home = homeFolder(settings)
  const { logs } = layoutOf(settings)
  return {
    pid: join(home, 'up.pid'),
    ready: join(home, 'up.ready'),
    logs,
    log: join(logs, 'up.log'),
    pidFile: (name) => join(home, `${name}.pid`),
    logFile: (name) => join(logs, `${name}.log`),
  }
}
