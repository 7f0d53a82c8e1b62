import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { errorCodes } from '../../schemas/errors.ts'
import { problemCodes } from '../../schemas/http/problem.ts'

it('docs/errors.md explains every error code, and no other', async () => {
  const page = await readFile(join(projectFolder, 'docs', 'errors.md'), 'utf8')
  const [answers = '', commands = ''] = page.split('## Commands and services')
  const listed = (text: string) => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
  expect(listed(answers)).toEqual(Object.keys(problemCodes))
  expect(listed(commands)).toEqual(Object.keys(errorCodes))
  expect(page).not.toContain('undefined')
})
