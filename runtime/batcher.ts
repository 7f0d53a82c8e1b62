import { setImmediate } from 'node:timers/promises'

type Call<I, O> = {
  readonly item: I
  readonly resolve: (result: O | Promise<O>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gives several calls to `work` at once. A batch begins when the events that arrived together are handled, so that all calls
 * that they make share it. Calls that come while `at_once` batches run wait for the next batch. `work` returns a result for each item, in their order, or the promise of one, for which no other
 * item waits. If it fails, all calls of the batch do.
 */
export function createBatcher<I, O>(
  work: (items: readonly I[]) => Promise<readonly (O | Promise<O>)[]>,
  { most, at_once = 1 }: { readonly most: number; readonly at_once?: number },
): (item: I) => Promise<O> {
  const waiting: Call<I, O>[] = []
  let running = 0

  async function runBatch(batch: readonly Call<I, O>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function run(): Promise<void> {
    running += 1
    while (waiting.length > 0) {
      await setImmediate()
      const batch = waiting.splice(0, most)
      // Another one that began at the same moment may have taken all.
      if (batch.length > 0) await runBatch(batch)
    }
    running -= 1
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<O>()
    waiting.push({ item, resolve, reject })
    if (running < at_once) void run()
    return promise
  }
}

/** Reads a value for all that wait for it. The reading begins after the call, so that no value is older than the call. */
export function createSharedReading<O>(read: () => Promise<O>): () => Promise<O> {
  const batched = createBatcher<void, O>(
    async (calls) => {
      const value = await read()
      return calls.map(() => value)
    },
    { most: Number.POSITIVE_INFINITY },
  )
  return () => batched()
}
