import { describe, expect, it } from 'vitest'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { endLockHolders } from '../../support/stores/lock-holders.ts'

const { database } = await createTestDatabase()
/** No other test takes this lock. */
const LOCK = 7_001
const nothing = () => Promise.resolve()

describe('work that one process does at a time', () => {
  it('is not begun by a second one while the first is at it', async () => {
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

  it('can be taken up by the next at once where it failed', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await expect(
        tryWithAdvisoryLock(database, LOCK, () => Promise.reject(new Error('failed'))),
      ).rejects.toThrow('failed')
      expect(await tryWithAdvisoryLock(database, LOCK, nothing)).toBe(true)
    }
  })

  it('has failed where somebody else might have begun it before its end', async () => {
    const lost = tryWithAdvisoryLock(database, LOCK, async () => {
      await endLockHolders(database)
    })
    await expect(lost).rejects.toThrow()
    // The server lets go of the lock of a session that was ended when it has told of the end.
    await eventually(() => tryWithAdvisoryLock(database, LOCK, nothing))
  })
})
