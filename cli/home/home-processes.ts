import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf } from '../../stack/home/layout.ts'
import { type NotedProcess, notedProcess } from '../../stack/processes/process.ts'
import { privateServices } from '../../stack/stack.ts'
import { ownServices } from './own-services.ts'

/** A process of this home, as its pid file names it. */
export type HomeProcess = NotedProcess & { readonly name: string }

/** Finds the running processes that `up` or `stack up` started here: `up`, our services, the private ones. */
export async function homeProcesses(settings: Settings): Promise<HomeProcess[]> {
  const { pidFile } = layoutOf(settings)
  const found = await Promise.all(
    ['up', ...ownServices, ...privateServices(settings)].map(async (name) => {
      const one = await notedProcess(pidFile(name))
      return one === undefined ? [] : [{ name, ...one }]
    }),
  )
  return found.flat()
}
