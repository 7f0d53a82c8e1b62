import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A fresh clone does not know how long a file takes: files that start services go first, then larger ones. */
export function longFilesFirst(longFiles: readonly string[]): typeof BaseSequencer {
  const long = new Set(longFiles)
  return class LongFilesFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const isLong = ({ moduleId }: TestSpecification) => long.has(relative(this.ctx.config.root, moduleId))
      const sorted = await super.sort(files)
      return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
    }
  }
}
