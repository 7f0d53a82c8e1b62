import type { RunContext } from '../run-context/run-context.ts'
import { newRunId } from '../run-context/run-record.ts'
import { createTallies } from '../run-context/tally.ts'
import { createPrintedNames } from '../state/printed-names.ts'
import type { StandaloneEmitter } from './reemit.ts'

export type OperatorOptions = Pick<RunContext, 'settings' | 'database' | 'codec' | 'log' | 'clock'>

/** The source of events that an operator causes. They are live, never backfill. */
export const OPERATOR = 'operator'

export function createOperator(options: OperatorOptions): StandaloneEmitter {
  return {
    ...options,
    source: OPERATOR,
    run_id: newRunId(options.clock.now()),
    backfill: { appliesTo: () => false },
    printed_names: createPrintedNames(),
    tallies: createTallies(),
  }
}
