import type { RowDifference } from './find-differing-rows.ts'

/** Which side the log supports, of a row in which two read schemas differ. */
export type Supported = 'live' | 'rebuilt' | 'both' | 'neither' | 'unknown'
export type JudgedRow = RowDifference & { readonly supported: Supported; readonly entity: string | null }

/** How all rows of the rebuilt one compared with the log. */
export type FullVerification = {
  readonly isRight: boolean
  /** What is not right, with the first rows. */
  readonly what: string
}

export type Findings = {
  /** Its name. */
  readonly rebuilt: string
  readonly is_same_code: boolean
  /** Rows of keys that are held back on one side alone are left out. */
  readonly differences: readonly JudgedRow[]
  /** false where more differ than were judged one by one. */
  readonly is_complete: boolean
  /** undefined where that was not needed. */
  readonly whole: FullVerification | undefined
  readonly only_rebuilt: readonly string[]
  readonly accept_differences: boolean
}

/**
 * Whether the rebuilt rows may become the live ones: undefined, or why not. Where the log does not support them, never.
 * Where it does, and the live rows were made by other code, that is what the rebuild is for; made by the same code, they
 * should not differ, and somebody has to say that he has looked.
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

/** Readers would see less than before of these keys. */
export function describeBlockedAlone(onlyRebuilt: readonly string[], rebuilt: string): string {
  return (
    `${onlyRebuilt.length} keys are held back in the rebuilt read schema alone (${firstOf(onlyRebuilt)}): ` +
    `legislog parked retry or drop, with --read-schema ${rebuilt}, then run legislog rebuild again`
  )
}

const NAMED = 5

/** Some of many, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const more = names.length > NAMED ? `; and ${names.length - NAMED} more` : ''
  return `${names.slice(0, NAMED).join('; ')}${more}`
}

const name = (differences: readonly JudgedRow[]): string => firstOf(differences.map(describeJudged))

/** One row that differs: where it is, and which side the log supports. */
export function describeJudged({ table, key, entity, kind, columns, supported }: JudgedRow): string {
  const sides = {
    differs: `differs in ${columns.join(', ')}`,
    missing: 'is among the live rows alone',
    extra: 'is among the rebuilt rows alone',
  }
  const whose = entity === null || entity === key ? '' : ` of ${entity}`
  return `${table} ${key}${whose} ${sides[kind]} (the log supports ${supported})`
}
