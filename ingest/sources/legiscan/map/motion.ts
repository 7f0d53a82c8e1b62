import { outcomeOf } from '../../../legislature/status/motions.ts'

/** Motions of committees. Motions of chambers use the same words everywhere (motions.ts). */
export function motionClassesOf(desc: string): string[] {
  return /^reported\b/iu.test(desc) ? ['committee-passage'] : []
}

const PASSED = /\b(?:reported|given immediate effect)\b/iu

/** Gives the result that LegiScan states. A CSV set has none, so the words decide, never the counts. */
export function resultOf(passed: number | null, desc: string, place: string): string {
  if (passed !== null) return passed === 1 ? 'pass' : 'fail'
  return outcomeOf(desc, place) ?? (PASSED.test(desc) ? 'pass' : '')
}
