import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { cellsTable } from '../support/up/health-cells.ts'

it('docs/health.md shows the health matrix that is tested', async () => {
  expect(await readFile(join(projectFolder, 'docs', 'health.md'), 'utf8')).toContain(cellsTable())
})
