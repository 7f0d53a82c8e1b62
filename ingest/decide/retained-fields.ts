import { NEVER_EMPTY } from '../precedence/merge-regulation.ts'

/** Fields that every entity of a kind has, by part. If a record lacks one, its source lost it. */
const RETAINED: Readonly<Record<string, readonly string[]>> = {
  core: ['title'],
  regulation: NEVER_EMPTY,
}

type Parts = Readonly<Record<string, unknown>>

/** Fills required fields that a record leaves empty with the earlier values of the same record. */
export function withRetainedFields<T extends object>(reported: T, before: Parts): T {
  const kept = Object.entries(RETAINED).flatMap(([part, fields]) => {
    const now = (reported as Parts)[part] as Parts | undefined
    const then = before[part] as Parts | undefined
    if (now === undefined || then === undefined) return []
    const forgotten = fields.filter((field) => now[field] === '' && typeof then[field] === 'string')
    if (forgotten.length === 0) return []
    return [[part, { ...now, ...Object.fromEntries(forgotten.map((field) => [field, then[field]])) }]]
  })
  return kept.length === 0 ? reported : { ...reported, ...Object.fromEntries(kept) }
}
