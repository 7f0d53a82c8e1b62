import { afterEach, describe, expect, it } from 'vitest'
import type { Task } from '../../../derive/threads/derive-task.ts'
import { createThreadPool, type ThreadPool } from '../../../derive/threads/thread-pool.ts'
import { someFacts, testMethods } from '../../support/derive/derive-world.ts'
import { FAILS, FILLS_MEMORY, HANGS, LOOPS } from '../../support/derive/method-modules.ts'

let pool: ThreadPool
afterEach(() => pool.close())

const start = (limits: { threads?: number; most_waiting?: number; heap_mb?: number } = {}): ThreadPool => {
  pool = createThreadPool(testMethods, { threads: 1, most_waiting: 10, heap_mb: 256, ...limits })
  return pool
}

/** Loading the code of a thread takes long on a busy machine. */
const LONG_MS = 60_000

const summarize = (text: string): Task => ({
  kind: 'summary',
  input: {
    facts: someFacts,
    text: {
      reference: { extracted_sha256: 'a', marked_sha256: null, media_type: 'text/plain' },
      text: Buffer.from(text),
      marked: null,
    },
  },
})

const textOf = async (task: Task): Promise<string> =>
  JSON.parse(Buffer.from((await pool.run(task, LONG_MS)).json).toString()).text

describe('a thread', () => {
  it('derives a result with the method of its kind', async () => {
    start()
    const { method_version, stats } = await pool.run(summarize('Bees.'), LONG_MS)
    expect({ method_version, stats }).toEqual({ method_version: 3, stats: null })
    expect(await textOf(summarize('Bees.'))).toBe('HB 1: Bees.')
  })

  it('is ended if its task takes longer than its limit, and the next task is done', async () => {
    start()
    await expect(pool.run(summarize(LOOPS), 100)).rejects.toMatchObject({ code: 'derive_timeout' })
    expect(await textOf(summarize('Bees.'))).toBe('HB 1: Bees.')
  })

  it('does not stop other threads if it hangs', async () => {
    start({ threads: 2 })
    const hanging = expect(pool.run(summarize(HANGS), 2_000)).rejects.toMatchObject({
      code: 'derive_timeout',
    })
    expect(await textOf(summarize('Bees.'))).toBe('HB 1: Bees.')
    await hanging
  })

  it('says why a method failed, and does the next task', async () => {
    start()
    await expect(pool.run(summarize(FAILS), LONG_MS)).rejects.toMatchObject({
      code: 'derive_failed',
      message: expect.stringContaining('this text makes it fail'),
    })
    expect(await textOf(summarize('Bees.'))).toBe('HB 1: Bees.')
  })

  it('ends if its task needs more memory than it has, and the next task is done', async () => {
    start({ heap_mb: 64 })
    await expect(pool.run(summarize(FILLS_MEMORY), LONG_MS)).rejects.toMatchObject({ code: 'derive_failed' })
    expect(await textOf(summarize('Bees.'))).toBe('HB 1: Bees.')
  })
})

describe('a pool of threads', () => {
  it('refuses a task if too many wait', async () => {
    start({ most_waiting: 1 })
    const taken = [pool.run(summarize('One.'), LONG_MS), pool.run(summarize('Two.'), LONG_MS)]
    await expect(pool.run(summarize('Three.'), LONG_MS)).rejects.toMatchObject({ code: 'derive_busy' })
    await Promise.all(taken)
    expect(await textOf(summarize('Three.'))).toBe('HB 1: Three.')
  })

  it('ends running tasks and refuses further ones when it is closed', async () => {
    start()
    const hanging = expect(pool.run(summarize(HANGS), LONG_MS)).rejects.toMatchObject({ code: 'stopped' })
    await pool.close()
    await hanging
    await expect(pool.run(summarize('Bees.'), LONG_MS)).rejects.toMatchObject({ code: 'stopped' })
  })
})
