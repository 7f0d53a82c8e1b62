import { availableParallelism } from 'node:os'
import type { Settings } from '../../runtime/settings/settings.ts'
import { allMethods } from '../methods/method-module.ts'
import { createThreadPool, type ThreadPool } from './thread-pool.ts'

const MOST_THREADS = 4
const WAITING_PER_THREAD = 32
const HEAP_MB = 1_024

/** The threads of a process that derives results with our methods. None starts before its first task. */
export function createDeriverPool(settings: Settings): ThreadPool {
  const threads = derivingThreads(settings)
  return createThreadPool(allMethods, {
    threads,
    most_waiting: threads * WAITING_PER_THREAD,
    heap_mb: HEAP_MB,
  })
}

export const derivingThreads = ({ derive_threads }: Settings): number =>
  derive_threads || Math.min(availableParallelism(), MOST_THREADS)
