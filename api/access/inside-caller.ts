import { AsyncLocalStorage } from 'node:async_hooks'

const callers = new AsyncLocalStorage<string>()

/**
 * Does what `call` does as the holder of a token, whose SHA-256 is given. Only code of this process can say so: it is no
 * header that a request from outside could have.
 */
export const asHolder = <T>(tokenSha256: string, call: () => Promise<T>): Promise<T> =>
  // A call that is only prepared, as `inject` gives it, begins when it is awaited: that must be inside too.
  callers.run(tokenSha256, async () => await call())

/** The SHA-256 of the token of a caller inside of this process. */
export const holderInside = (): string | undefined => callers.getStore()
