import { summarize } from '../summary/summarize.ts'
import type { Method } from './method.ts'

export const summaryMethod: Method<'summary'> = { kind: 'summary', version: 4, derive: summarize }
