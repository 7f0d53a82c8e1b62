import { outcomeOf } from '../../motions.ts'

/**
 * The number that is printed on a roll call: `Roll Call # 105`, `RCS# 12`, `House Vote #239`. A number that is only
 * near the word is none: `Reported Favorably With Substitute S-1 5/13/2025`.
 */
export function rollNumberOf(desc: string): string | null {
  const match =
    /\b(?:roll ?call|RCS|vote)(?:\s+(?:no\.?|number))?\s*[:#]\s*(?:roll ?call\s*)?#?\s*(\d+)\b/iu.exec(desc)
  return match?.[1] ?? null
}

/** Of committees; of chambers the words of the motion say it everywhere alike (motions.ts). */
export function motionClassesOf(desc: string): string[] {
  return /^reported\b/iu.test(desc) ? ['committee-passage'] : []
}

const PASSED = /\b(?:reported|given immediate effect)\b/iu

/** As LegiScan says it; a CSV set does not, so the words do, and where they do not, nothing does. Never the counts. */
export function resultOf(passed: number | null, desc: string, place: string): string {
  if (passed !== null) return passed === 1 ? 'pass' : 'fail'
  return outcomeOf(desc, place) ?? (PASSED.test(desc) ? 'pass' : '')
}
