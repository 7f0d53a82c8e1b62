import { explain } from '../explanation/explain.ts'
import type { Method } from './method.ts'

export const explanationMethod: Method<'explanation'> = { kind: 'explanation', version: 4, derive: explain }
