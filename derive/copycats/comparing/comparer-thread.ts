import { parentPort } from 'node:worker_threads'
import { createBillComparer } from './bill-comparer.ts'
import { serveComparer } from './serve-comparer.ts'

serveComparer(parentPort!, createBillComparer)
