import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'

it.each([
  ['typescript', 'ts'],
  ['python', 'python'],
])('the README of clients/%s shows the examples that the tests run', async (client, language) => {
  const folder = join(projectFolder, 'clients', client)
  const page = await readFile(join(folder, 'README.md'), 'utf8')
  const files = await readdir(join(folder, 'examples'))
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const code = await readFile(join(folder, 'examples', file), 'utf8')
    expect(page, file).toContain(`\`\`\`${language}\n${code}\`\`\``)
  }
})
