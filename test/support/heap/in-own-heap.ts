import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs a script in a thread and returns the first message that it posts. Its heap has only what the script loads. To count
 * the instances of a class visits a whole heap, and that of a test process has a gigabyte.
 */
export async function inOwnHeap<Message>(script: string, workerData: unknown): Promise<Message> {
  const thread = new Worker(script, { workerData })
  try {
    // `once` rejects if the script throws.
    const [message] = await once(thread, 'message')
    return message as Message
  } finally {
    await thread.terminate()
  }
}
