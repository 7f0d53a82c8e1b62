import type { RowDifference } from './find-differing-rows.ts'

/** The side of a differing row that the log supports. */
export type Supported = 'live' | 'rebuilt' | 'both' | 'neither' | 'unknown'
export type JudgedRow = RowDifference & { readonly supported: Supported; readonly entity: string | null }

/** The result of comparing all rebuilt rows with the log. */
export type FullVerification = {
  readonly isRight: boolean
  /** The fault, with the first rows. */
  readonly what: string
}

export type Findings = {
  /** Its name. */
  readonly rebuilt: string
  readonly is_same_code: boolean
  /** Leaves out rows of keys that are parked on one side only. */
  readonly differences: readonly JudgedRow[]
  /** false if more rows differ than were judged one by one. */
  readonly is_complete: boolean
  /** undefined if that was not needed. */
  readonly whole: FullVerification | undefined
  readonly only_rebuilt: readonly string[]
  readonly accept_differences: boolean
}

/**
 * Returns undefined if the rebuilt rows may become live, or the reason why not. They never may if the log does not
 * support them. If the log supports them and other code made the live rows, that is the purpose of a rebuild. If the
 * same code made both, they should not differ, and an operator has to confirm them.
 */
export function swapRefusal(findings: Findings): string | undefined {
  const { differences, only_rebuilt, whole, rebuilt } = findings
  if (only_rebuilt.length > 0) return describeBlockedAlone(only_rebuilt, rebuilt)
  if (whole?.isRight === false) return `${whole.what}; legislog verify --read-schema ${rebuilt} names more`
  const wrong = differences.filter(({ supported }) => ['live', 'neither', 'unknown'].includes(supported))
  if (wrong.length > 0) {
    return `${wrong.length} rebuilt rows are not what the log says: ${name(wrong)}`
  }
  const right = differences.filter(({ supported }) => supported === 'rebuilt')
  const isSurprising = right.length > 0 || !findings.is_complete
  if (findings.is_same_code && isSurprising && !findings.accept_differences) {
    return (
      `the live rows are not what the log says, although the same code made them: ${name(right)}; ` +
      'once you have looked: legislog rebuild --accept-differences'
    )
  }
  return undefined
}

/** Readers would see less of these keys than before. */
export function describeBlockedAlone(onlyRebuilt: readonly string[], rebuilt: string): string {
  return (
    `${onlyRebuilt.length} keys are parked only in the rebuilt read schema (${firstOf(onlyRebuilt)}): ` +
    `legislog parked retry or drop, with --read-schema ${rebuilt}, then run legislog rebuild again`
  )
}

const NAMED = 5

/** The first of many, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const more = names.length > NAMED ? `; and ${names.length - NAMED} more` : ''
  return `${names.slice(0, NAMED).join('; ')}${more}`
}

const name = (differences: readonly JudgedRow[]): string => firstOf(differences.map(describeJudged))

/** Describes a differing row: its place, and the side that the log supports. */
export function describeJudged({ table, key, entity, kind, columns, supported }: JudgedRow): string {
  const sides = {
    differs: `differs in ${columns.join(', ')}`,
    missing: 'is only among the live rows',
    extra: 'is only among the rebuilt rows',
  }
  const whose = entity === null || entity === key ? '' : ` of ${entity}`
  return `${table} ${key}${whose} ${sides[kind]} (the log supports ${supported})`
}
