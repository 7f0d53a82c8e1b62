import type { Settings } from '../../runtime/settings.ts'
import { layoutOf } from '../../stack/layout.ts'
import { notedProcess } from '../../stack/process.ts'
import { privateServices } from '../../stack/stack.ts'
import { ownServices } from './own-services.ts'
import { upFilesOf } from './up-files.ts'

/** A process of this home, as its pid file has it. */
export type HomeProcess = {
  readonly name: string
  /** `gone`: it was started and ended without being stopped. */
  readonly state: 'running' | 'gone'
  readonly pid: number
  readonly since: string | null
}

/** What `up` or `stack up` has started in this home and nobody has stopped: `up` itself, our services, the local ones. */
export async function homeProcesses(settings: Settings): Promise<HomeProcess[]> {
  const files = upFilesOf(settings)
  const layout = layoutOf(settings)
  const noted: readonly (readonly [string, string])[] = [
    ['up', files.pid],
    ...ownServices.map((name) => [name, files.pidFile(name)] as const),
    ...privateServices(settings).map((name) => [name, layout.pidFile(name)] as const),
  ]
  const found = await Promise.all(
    noted.map(async ([name, file]) => {
      const one = await notedProcess(file)
      return one === undefined ? [] : [{ name, ...one }]
    }),
  )
  return found.flat()
}
