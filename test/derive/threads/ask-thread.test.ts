import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { askThread, startIdleThread } from '../../../derive/threads/ask-thread.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

/** A thread of this code. `parentPort` is where its messages come from and go to. */
function threadOf(code: string): Worker {
  const text = `import { parentPort } from 'node:worker_threads'; ${code}`
  const worker = startIdleThread(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {})
  cleanUp(async () => void (await worker.terminate()))
  worker.ref()
  return worker
}
const counts = `parentPort.on('message', ({ to }) => { for (let at = 1; at <= to; at++) parentPort.postMessage(at) })`

describe('a question to a thread', () => {
  it('is answered by the message that resolves it', async () => {
    const seen: number[] = []
    const answer = askThread<number, readonly number[]>(
      threadOf(counts),
      { to: 3 },
      {
        what: 'counting',
        read(said, { resolve }) {
          seen.push(said)
          if (said === 3) resolve(seen)
        },
      },
    )
    expect(await answer).toEqual([1, 2, 3])
  })

  it('fails when its limit is over, and the thread is left to the caller', async () => {
    const worker = threadOf(`parentPort.on('message', () => {})`)
    const asked = askThread(worker, {}, { what: 'waiting', limit_ms: 50, read: () => {} })
    await expect(asked).rejects.toMatchObject({
      code: 'derive_timeout',
      message: 'waiting takes longer than 50 ms',
    })
    expect(worker.listenerCount('message')).toBe(0)
  })

  it('fails if the thread ends, or has ended before', async () => {
    const worker = threadOf(`parentPort.on('message', () => process.exit(0))`)
    const ask = () => askThread(worker, {}, { what: 'leaving', read: () => {} })
    const gone = { code: 'derive_failed', message: 'leaving: its thread ended' }
    await expect(ask()).rejects.toMatchObject(gone)
    await expect(ask()).rejects.toMatchObject(gone)
  })

  it('says why the thread failed', async () => {
    const worker = threadOf(`parentPort.on('message', () => { throw new Error('no room') })`)
    const asked = askThread(worker, {}, { what: 'filling', read: () => {} })
    await expect(asked).rejects.toMatchObject({ code: 'derive_failed', message: 'filling: no room' })
  })
})
