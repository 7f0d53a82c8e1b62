import { AsyncLocalStorage } from 'node:async_hooks'
import type { Account } from '../accounts/tokens/caller.ts'

const callers = new AsyncLocalStorage<Account>()

/**
 * Does what `call` does as this caller. Only code of this process can say so: it is no header that a request from outside
 * could have.
 */
export const asCaller = <T>(account: Account, call: () => Promise<T>): Promise<T> =>
  // A call that is only prepared, as `inject` gives it, begins when it is awaited: that must be inside too.
  callers.run(account, async () => await call())

/** The caller inside of this process. */
export const callerInside = (): Account | undefined => callers.getStore()
