import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { sortTestFiles } from './test-files.ts'

/** A fresh clone does not know how long a file takes: files that start services go first, then larger ones. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root
    const long = new Set(sortTestFiles(root).long)
    const isLong = ({ moduleId }: TestSpecification) => long.has(relative(root, moduleId))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
