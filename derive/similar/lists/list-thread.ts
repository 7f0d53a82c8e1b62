import { parentPort, workerData } from 'node:worker_threads'
import { RowSearch } from '../index/row-search.ts'
import { indexedRows, type SharedIndex } from '../index/shared-index.ts'
import { listsOfRow } from './make-lists.ts'
import type { SimilarLists } from './neighbor-list.ts'

export type ListThreadData = { readonly index: SharedIndex; readonly searcher: number }
/** The lists of the rows that were sent. */
export type ListThreadAnswer = readonly SimilarLists[]

const { index, searcher } = workerData as ListThreadData
const rows = indexedRows(index, searcher)
const search = new RowSearch()

parentPort!.on('message', (wanted: readonly number[]) => {
  const lists: ListThreadAnswer = wanted.map((row) => listsOfRow(search, rows, row))
  parentPort!.postMessage(lists)
})
