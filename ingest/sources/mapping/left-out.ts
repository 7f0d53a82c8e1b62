import { LegislogError } from '../../../schemas/errors.ts'
import type { Observation } from '../../source-interface/observation.ts'
import type { Fields } from '../records/fields.ts'

/**
 * Collects the parts of a record that cannot be right, so that the rest of it is not lost: an optional day that is not a day
 * or cannot belong to this record, and an item of a list that lacks a required field. The record's `extras` name both.
 */
export type LeftOut = {
  /** Null if nothing is printed, and if `day` is missing or impossible: then the printed text is kept. */
  readonly day: (
    name: string,
    printed: string | null,
    day: string | undefined,
    isPossible?: (day: string) => boolean,
  ) => string | null
  /** Reads the items, and leaves out those that cannot be read. */
  readonly items: <T>(name: string, items: readonly Fields[], read: (item: Fields) => T) => T[]
  readonly extras: () => LeftOutExtras
}

type LeftOutExtras = {
  readonly impossible_dates?: Readonly<Record<string, string>>
  readonly left_out?: readonly string[]
}

export function createLeftOut(): LeftOut {
  const impossibleDates: Record<string, string> = {}
  const leftOut: string[] = []
  return {
    day(name, printed, day, isPossible = () => true) {
      if (printed === null) return null
      if (day !== undefined && isPossible(day)) return day
      impossibleDates[name] = printed
      return null
    },
    items: (name, items, read) =>
      items.flatMap((item, index) => {
        try {
          return [read(item)]
        } catch (error) {
          if (!(error instanceof LegislogError) || error.code !== 'record_invalid') throw error
          leftOut.push(`${name}[${index}].${error.message}`)
          return []
        }
      }),
    extras: () => ({
      ...(Object.keys(impossibleDates).length > 0 && { impossible_dates: impossibleDates }),
      ...(leftOut.length > 0 && { left_out: leftOut }),
    }),
  }
}

/** Counts the days and items that were left out of an observation, for the counts of its run. */
export function countLeftOut({ parts }: Observation): number {
  let count = 0
  for (const part of Object.values(parts) as { readonly extras?: LeftOutExtras }[]) {
    if (part === undefined || Array.isArray(part) || part.extras === undefined) continue
    const { impossible_dates = {}, left_out = [] } = part.extras
    count += Object.keys(impossible_dates).length + left_out.length
  }
  return count
}
