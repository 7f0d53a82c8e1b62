import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../../runtime/settings/settings.ts'

const JOINED = /join\(\s*(import\.meta\.dirname|projectFolder),\s*((?:'[^']*',?\s*)+)\)/gu

/** The scripts and modules that a file names by a path, for a child process or a thread. */
function* pathsIn(file: string): Generator<string> {
  for (const [, from, names] of readFileSync(file, 'utf8').matchAll(JOINED)) {
    const path = join(
      from === 'projectFolder' ? projectFolder : dirname(file),
      ...names!.split(',').map((name) => name.trim().slice(1, -1)),
    )
    if (/\.[jt]s$/u.test(path)) yield path
  }
}

it('every script that a benchmark or a service starts is there', () => {
  const files = globSync(
    '{api,alerts,bench,cli,corpus,derive,ingest,locate,projections,runtime,site,stack,webhooks}/**/*.ts',
    {
      cwd: projectFolder,
    },
  ).map((file) => join(projectFolder, file))
  const paths = files.flatMap((file) => [...pathsIn(file)])
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})
