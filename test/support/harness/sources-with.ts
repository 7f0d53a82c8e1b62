import { readSources } from '../../../cli/check/sources.ts'
import { partFolders, readStructure } from '../../../cli/check/structure.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'

/** The source files whose text matches, outside `test/` and the excluded parts. */
export function sourcesWith(pattern: RegExp, leftOut: readonly string[] = []): readonly string[] {
  const parts = partFolders(readStructure(projectFolder)).filter(
    (part) => ![...leftOut, 'test'].includes(part),
  )
  return readSources(projectFolder, parts)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
}
