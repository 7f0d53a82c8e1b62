import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'

it('docs/api.md lists A1 to A32, each with an existing test or a note that it is for later', async () => {
  const page = await readFile(join(projectFolder, 'docs', 'api.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([^|]*) \| ([^|]+) \| ([^|]+) \|$/gm)].filter(
    ([, id]) => id === '' || /^A\d/.test(id!),
  )
  const numbers = rows.flatMap(([, id]) => [...id!.matchAll(/A(\d+)/g)].map(([, number]) => Number(number)))
  expect(numbers).toEqual(Array.from({ length: 32 }, (_, place) => place + 1))
  for (const [row, , , holders] of rows) {
    const tests = [...holders!.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!)
    expect(tests.length > 0 || holders!.includes('later'), row).toBe(true)
    for (const path of tests) expect(existsSync(join(projectFolder, path)), path).toBe(true)
  }
})
