import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../runtime/settings/settings.ts'

/**
 * The real data beside the checkout, which is too large to be part of it; undefined if it does not exist. Use it as
 * `it.skipIf(realData('x') === undefined)`, so that a skipped test is seen.
 */
export function realData(path: string): string | undefined {
  const file = join(projectFolder, '..', 'shared', 'data', path)
  return existsSync(file) ? file : undefined
}
