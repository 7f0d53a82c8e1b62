/**
 * Gives what `ask` gives, and waits for it no longer once the signal is aborted: a store that is frozen must not keep a
 * process from ending. Only for what reads: what writes may still arrive.
 */
export async function unlessStopped<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([ask(), stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
