import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { legislog } from '../support/harness/command-line.ts'

describe('the container image', () => {
  let launcher: string

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'legislog-image-'))
    cleanUp(async () => rmSync(folder, { recursive: true }))
    const ignored = readFileSync(join(projectFolder, '.dockerignore'), 'utf8').split('\n')
    const isCopied = (file: string) => !ignored.includes(relative(projectFolder, file).split('/')[0]!)
    cpSync(projectFolder, folder, {
      recursive: true,
      filter: (file) => file === projectFolder || isCopied(file),
    })
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
    launcher = join(folder, 'cli', 'main.ts')
  })

  it('lists its commands although it leaves out some folders', async () => {
    const outcome = await legislog(['--help'], { launcher })
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(outcome.stdout).toMatch(/^ {2}up /m)
    expect(outcome.stdout).not.toMatch(/^ {2}bench /m)
  })
})
