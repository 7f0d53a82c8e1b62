import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../support/clean-up.ts'
import { launcherFile, legislog } from '../support/command-line.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-cli-'))
  cleanUp(async () => rmSync(folder, { recursive: true }))
  return folder
}

describe('legislog', () => {
  it('starts from any folder and through a link', async () => {
    const folder = temporaryFolder()
    const link = join(folder, 'legislog')
    symlinkSync(launcherFile, link)
    const outcome = await legislog(['--version'], { folder, launcher: link })
    expect(outcome).toMatchObject({ code: 0, stdout: '0.1.0\n' })
  })

  it.each([[['no-such-command']], [['config', '--no-such-option']], [['stack']], [['stack', 'reset']]])(
    'ends with 2 when it is called wrongly: %s',
    async (args) => {
      expect((await legislog(args)).code).toBe(2)
    },
  )

  it('ends with 1, a code and a message when a command fails, and shows no trace', async () => {
    const outcome = await legislog(['migrate', '--json'], {
      env: { LEGISLOG_HOME: temporaryFolder(), DATABASE_URL: '', LOG_LEVEL: 'info' },
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toMatch(
      /^legislog: service_failed: not running: postgres; start with: legislog stack up$/m,
    )
    expect(outcome.stderr).not.toContain('    at ')
    expect(outcome.json()).toMatchObject({ error: { code: 'service_failed' } })
  })

  it('shows where an error comes from when the log level is debug', async () => {
    const outcome = await legislog(['config'], { env: { PORT: 'eighty', LOG_LEVEL: 'debug' } })
    expect(outcome.stderr).toContain('setting_invalid: PORT is "eighty"; it must be a whole number')
    expect(outcome.stderr).toContain('    at ')
  })
})
