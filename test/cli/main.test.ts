import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../support/harness/clean-up.ts'
import { launcherFile, legislog } from '../support/harness/command-line.ts'

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
    'ends with exit code 2 after wrong usage: %s',
    async (args) => {
      expect((await legislog(args)).code).toBe(2)
    },
  )

  it('prints an error code and a message without a stack trace if a command fails', async () => {
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

  it('names the address of a service that does not answer', async () => {
    const outcome = await legislog(['migrate', '--json'], {
      env: {
        LEGISLOG_HOME: temporaryFolder(),
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/legislog',
        KAFKA_BROKERS: '127.0.0.1:9',
        SCHEMA_REGISTRY_URL: 'http://127.0.0.1:9',
        REDIS_URL: 'redis://127.0.0.1:9',
      },
    })
    expect(outcome.code).toBe(1)
    expect(outcome.json()).toEqual({
      error: { code: 'service_failed', message: 'connect ECONNREFUSED 127.0.0.1:9' },
    })
  })

  it('reports wrong usage in the same form as other failures', async () => {
    const outcome = await legislog(['no-such-command', '--json'])
    expect(outcome.stderr).toMatch(/^legislog: usage: unknown command 'no-such-command'$/m)
    expect(outcome.json()).toEqual({ error: { code: 'usage', message: "unknown command 'no-such-command'" } })
  })

  it('reports at once that the port of the API is taken, and starts nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    cleanUp(async () => void other.close())
    const { port } = other.address() as AddressInfo
    const home = temporaryFolder()
    const outcome = await legislog(['up'], { env: { LEGISLOG_HOME: home, PORT: String(port) } })
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain(
      `legislog: port_taken: port ${port} on 127.0.0.1 is used by process ${process.pid} (`,
    )
    expect(readdirSync(home)).toEqual(['logs'])
  })

  it('ends a receiver if the API does not answer', async () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'demo-token'), 'lgl_none')
    const outcome = await legislog(['receive', '--api', 'http://127.0.0.1:9'], {
      env: { LEGISLOG_HOME: home },
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('service_failed: the API at http://127.0.0.1:9 does not answer')
  })

  it('shows the stack trace of an error at the log level debug', async () => {
    const outcome = await legislog(['config'], { env: { PORT: 'eighty', LOG_LEVEL: 'debug' } })
    expect(outcome.stderr).toContain('setting_invalid: PORT is "eighty"; it must be a port, 0 to 65535')
    expect(outcome.stderr).toContain('    at ')
  })
})
