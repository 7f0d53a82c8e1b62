import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withLock } from '../../../stack/processes/lock-file.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const folder = mkdtempSync(join(tmpdir(), 'legislog-lock-'))
cleanUp(async () => rmSync(folder, { recursive: true }))

describe('a lock file', () => {
  it('lets one process work at a time', async () => {
    const file = join(folder, 'shared')
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
    }
    await Promise.all([1, 2, 3].map(() => withLock(file, 10_000, work)))
    expect(most).toBe(1)
    expect(existsSync(file)).toBe(false)
  })

  it('is taken over from a process that died with it', async () => {
    const file = join(folder, 'abandoned')
    writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
    expect(await withLock(file, 5_000, async () => 'done')).toBe('done')
  })

  it('is released when the work fails', async () => {
    const file = join(folder, 'failing')
    await expect(withLock(file, 1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(file)).toBe(false)
  })
})
