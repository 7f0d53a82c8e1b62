import type { Worker } from 'node:worker_threads'
import { askThread, startIdleThread } from '../../threads/ask-thread.ts'
import type { BillIndex } from '../index/bill-index.ts'
import { MOST_SEARCHERS } from '../index/vector-rows.ts'
import type { ListThreadAnswer, ListThreadData } from './list-thread.ts'
import type { SimilarLists } from './neighbor-list.ts'

/** Rows that a thread gets at once. */
const ROWS_AT_ONCE = 8

/** Makes lists in threads that read the index of this one. The index must not change meanwhile. */
export type ListThreads = {
  /** Gives the lists in the order of the bills. A bill that the index lacks has none. */
  makeLists(ids: readonly number[], signal?: AbortSignal): Promise<SimilarLists[]>
  close(): Promise<void>
}

export function startListThreads(index: BillIndex, threads: number): ListThreads {
  const shared = index.share()
  const workers = Array.from({ length: Math.min(threads, MOST_SEARCHERS) }, (_, searcher) => {
    const workerData: ListThreadData = { index: shared, searcher }
    return startIdleThread(new URL('./list-thread.ts', import.meta.url), { workerData })
  })
  return {
    async makeLists(ids, signal) {
      const rows = ids.flatMap((id) => index.rowOf(id) ?? [])
      const parts: number[][] = []
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) parts.push(rows.slice(at, at + ROWS_AT_ONCE))
      const answers: ListThreadAnswer[] = []
      let next = 0
      const work = async (worker: Worker): Promise<void> => {
        for (let part = next++; part < parts.length; part = next++) {
          signal?.throwIfAborted()
          answers[part] = await answerOf(worker, parts[part]!)
        }
      }
      await Promise.all(workers.map(work))
      return answers.flat()
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

async function answerOf(worker: Worker, rows: readonly number[]): Promise<ListThreadAnswer> {
  worker.ref()
  try {
    return await askThread<ListThreadAnswer, ListThreadAnswer>(worker, rows, {
      what: 'similar bills',
      read: (lists, { resolve }) => resolve(lists),
    })
  } finally {
    worker.unref()
  }
}
