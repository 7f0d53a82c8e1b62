import { describe, expect, it } from 'vitest'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { endLockHolders } from '../../support/stores/lock-holders.ts'

const { database } = await createTestDatabase()
/** No other test takes this lock. */
const LOCK = 7_001
const nothing = () => Promise.resolve()

describe('work under an advisory lock', () => {
  it('is not started by a second process while the first works', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const first = tryWithAdvisoryLock(database, LOCK, () => {
      began.resolve()
      return promise
    })
    await began.promise
    expect(await tryWithAdvisoryLock(database, LOCK, () => Promise.reject(new Error('begun')))).toBe(false)
    resolve()
    expect(await first).toBe(true)
  })

  it('can be started again at once if it failed', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await expect(
        tryWithAdvisoryLock(database, LOCK, () => Promise.reject(new Error('failed'))),
      ).rejects.toThrow('failed')
      expect(await tryWithAdvisoryLock(database, LOCK, nothing)).toBe(true)
    }
  })

  it('fails if another process could have started it before its end', async () => {
    const lost = tryWithAdvisoryLock(database, LOCK, async () => {
      await endLockHolders(database)
    })
    await expect(lost).rejects.toThrow()
    // The server reports the end of a session before it releases its lock.
    await eventually(() => tryWithAdvisoryLock(database, LOCK, nothing))
  })
})
