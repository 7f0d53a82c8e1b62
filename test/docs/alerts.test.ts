import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { smtpTable } from '../support/alerts/smtp-cases.ts'

it('docs/alerts.md shows the outcomes of mails that are tested', async () => {
  expect(await readFile(join(projectFolder, 'docs', 'alerts.md'), 'utf8')).toContain(smtpTable())
})
