/**
 * Gives the result of `ask`, but stops waiting when the signal is aborted, so that a frozen store does not keep a
 * process from ending. Use it only for reads, because a write may still arrive.
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
