import { LegislogError } from '../../../schemas/errors.ts'
import type { FileInput } from '../../source-interface/source.ts'

/** Rows of one file that give no address, by reason. A release says how many, and the log says why. */
export type RejectedRows = {
  readonly add: (why: string, row: number) => void
  readonly count: () => number
  /** Reports each reason once, with its count and its first row. */
  readonly report: (file: string, passedOver: FileInput['passed_over']) => void
}

export function createRejectedRows(): RejectedRows {
  const reasons = new Map<string, { first: number; count: number }>()
  return {
    add(why, row) {
      const known = reasons.get(why)
      if (known === undefined) reasons.set(why, { first: row, count: 1 })
      else known.count += 1
    },
    count: () => [...reasons.values()].reduce((sum, { count }) => sum + count, 0),
    report(file, passedOver) {
      for (const [why, { first, count }] of reasons) {
        passedOver?.(`${file}#${first + 1}`, `${why}; rows of this file rejected for this reason: ${count}`)
      }
    },
  }
}

/** The reason if a row is at fault. Any other error is thrown. */
export function faultOfRow(error: unknown): string {
  if (error instanceof LegislogError && error.code.startsWith('record_')) return error.message
  throw error
}
