import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../runtime/settings/settings.ts'

/**
 * The real data, which lies beside the checkout and is too large to be part of it; undefined when it is not there.
 * Use it as `it.skipIf(realData('x') === undefined)`, so that a skipped test is seen.
 */
export function realData(path: string): string | undefined {
  const file = join(projectFolder, '..', 'shared', 'data', path)
  return existsSync(file) ? file : undefined
}
