import { createPrintedNames } from './printed-names.ts'
import type { RunOptions } from './run.ts'
import { newRunId } from './run-record.ts'
import type { Sweeping } from './session-sweeps.ts'
import { createTallies } from './tally.ts'

export type OperatorOptions = Pick<RunOptions, 'settings' | 'database' | 'codec' | 'log' | 'clock'>

/** Who runs the service, where he tells something that no source does. It is news: never backfill. */
export const OPERATOR = 'operator'

export function createOperator(options: OperatorOptions): Sweeping {
  return {
    ...options,
    source: OPERATOR,
    run_id: newRunId(options.clock.now()),
    backfill: {
      appliesTo: () => false,
      isUndecided: () => false,
      decide: () => Promise.resolve('undecided'),
      settle() {},
      firstLoads: () => [],
    },
    printed_names: createPrintedNames(),
    tallies: createTallies(),
  }
}
