import { join } from 'node:path'
import type { Settings } from '../../runtime/settings/settings.ts'
import { type Layout, layoutOf } from '../../stack/home/layout.ts'

export type UpFiles = Pick<Layout, 'logs' | 'pidFile' | 'logFile'> & {
  /** The pid file of `up` itself. It is also a lock: a home has one `up`. */
  readonly pid: string
  /** The output of `up` when everything answers. */
  readonly ready: string
  /** The log of a detached `up`. */
  readonly log: string
}

/** The files by which the commands of one home find `up` and what it has started. */
export function upFilesOf(settings: Settings): UpFiles {
  const { home, logs, pidFile, logFile } = layoutOf(settings)
  return { logs, pidFile, logFile, pid: pidFile('up'), ready: join(home, 'up.ready'), log: logFile('up') }
}
