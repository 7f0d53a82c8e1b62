/**
 * Gives the result of `work`, or that of `onLate` if the work takes longer than `timeout_ms`. The work itself
 * continues, and its later failure is ignored.
 */
export async function within<T, L>(timeout_ms: number, work: Promise<T>, onLate: () => L): Promise<T | L> {
  const late = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(late.resolve, timeout_ms, LATE)
  try {
    const first = await Promise.race([work, late.promise])
    return first === LATE ? onLate() : first
  } finally {
    clearTimeout(timer)
  }
}

const LATE = Symbol('late')
