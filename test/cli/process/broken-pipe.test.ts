import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ignoreBrokenPipe } from '../../../cli/process/broken-pipe.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { everyNth } from '../../support/harness/nightly.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { settings } = await createTestDatabase()

type Ended = { readonly code: number; readonly stderr: string }

/** Runs a shell line with `legislog` in it, and returns its exit code and its standard error. */
async function shell(line: string): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), 'legislog-pipe-'))
  cleanUp(async () => rmSync(home, { recursive: true }))
  const child = spawn('bash', ['-c', `${line}; echo "\${PIPESTATUS[0]}" > code`], {
    cwd: home,
    env: {
      ...process.env,
      ...settingsEnvironment(settings),
      LEGISLOG: `${process.execPath} ${join(projectFolder, 'cli', 'main.ts')}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  await new Promise((resolve) => child.once('close', resolve))
  return { code: Number(readFileSync(join(home, 'code'), 'utf8')), stderr }
}

describe('a command with a closed pipe', () => {
  it.each(
    everyNth(3, [
      ['config --json'],
      ['config'],
      ['--help'],
      ['sources'],
      ['sources --json'],
      ['quarantine list --json'],
      ['ingest --help'],
      ['status'],
      ['search status'],
      ['no-such-command --json'],
    ]),
  )('such as %s ends as with an open pipe, without an error message', async (args) => {
    const [read, unread] = [await shell(`$LEGISLOG ${args} | cat`), await shell(`$LEGISLOG ${args} | true`)]
    expect(unread).toEqual(read)
  })

  it('prints nothing if standard error also goes into the pipe', async () => {
    expect(await shell('$LEGISLOG no-such-command |& true')).toEqual({ code: 2, stderr: '' })
    expect(await shell('LOG_LEVEL=debug PORT=eighty $LEGISLOG config |& head -c 1')).toEqual({
      code: 1,
      stderr: '',
    })
  })
})

describe('an output error', () => {
  const failWith = (code: string): boolean => {
    const output = new EventEmitter()
    const unread = ignoreBrokenPipe(output as unknown as NodeJS.WriteStream)
    output.emit('error', Object.assign(new Error(code), { code }))
    return unread.aborted
  }

  it.each(['EPIPE', 'EIO'])('with %s means that the pipe or the terminal was closed', (code) => {
    expect(failWith(code)).toBe(true)
  })

  it('with any other code is thrown', () => {
    expect(() => failWith('ENOSPC')).toThrow('ENOSPC')
  })
})
