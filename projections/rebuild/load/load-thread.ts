import { parentPort, workerData } from 'node:worker_threads'
import { startLoading } from './load-share.ts'

startLoading(parentPort!, workerData)
