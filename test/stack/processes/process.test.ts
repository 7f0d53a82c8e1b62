import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endProcess, isAlive, launch, runningProcess, startOf } from '../../../stack/processes/process.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const folder = mkdtempSync(join(tmpdir(), 'legislog-process-'))
cleanUp(async () => rmSync(folder, { recursive: true }))

function sleeper(name: string): { pidFile: string; start: () => ReturnType<typeof launch> } {
  const pidFile = join(folder, `${name}.pid`)
  const start = () =>
    launch(
      {
        program: process.execPath,
        args: ['-e', 'setInterval(() => {}, 1000)'],
        folder,
        log: join(folder, 'log'),
      },
      pidFile,
    )
  return { pidFile, start }
}

describe('the process of a pid file', () => {
  it('is identified by its number and start time, and is gone after it was ended', async () => {
    const { pidFile, start } = sleeper('known')
    const mark = await start()
    expect(await runningProcess(pidFile)).toEqual(mark)
    expect(await endProcess(pidFile, 'SIGTERM', 5_000)).toBe(true)
    expect(await isAlive(mark)).toBe(false)
    expect(await runningProcess(pidFile)).toBeUndefined()
  })

  it('writes its output to a file that only its owner can read', async () => {
    const { pidFile, start } = sleeper('silent')
    await start()
    expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o600)
    await endProcess(pidFile, 'SIGTERM', 5_000)
  })

  it('does not count as running after it was killed', async () => {
    const { pidFile, start } = sleeper('killed')
    const mark = await start()
    process.kill(mark.pid, 'SIGKILL')
    await expect.poll(() => runningProcess(pidFile)).toBeUndefined()
    expect(await endProcess(pidFile, 'SIGTERM', 5_000)).toBe(false)
  })

  it('is never another program with the same number', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    const pid = stranger.pid as number
    const pidFile = join(folder, 'stale.pid')
    writeFileSync(pidFile, JSON.stringify({ pid, started: '1' }))
    expect(await runningProcess(pidFile)).toBeUndefined()
    await endProcess(pidFile, 'SIGKILL', 1_000)
    expect(await startOf(pid)).toBeDefined()
  })

  it.each(['', 'no json', '{"pid":1}', '[]'])('does not exist if the file contains %j', async (text) => {
    const pidFile = join(folder, 'broken.pid')
    writeFileSync(pidFile, text)
    expect(await runningProcess(pidFile)).toBeUndefined()
  })
})
