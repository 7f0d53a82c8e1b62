/** Histories of bills in the words of real ones, and the resulting statuses. */

import type { StatusAction } from '../../../ingest/legislature/status/action-steps.ts'
import { foldStatus, type StatusContext } from '../../../ingest/legislature/status/status.ts'

export type ActionLine = readonly [
  chamber: 'H' | 'S' | 'L' | '-',
  description: string,
  ...classification: string[],
]

const chamberOf = { H: 'lower', S: 'upper', L: 'legislature', '-': null } as const

/** One action per day; a line that starts with `=` has the same day as the line before. */
export function history(lines: readonly ActionLine[]): StatusAction[] {
  let day = 0
  return lines.map(([chamber, description, ...classification], index) => {
    if (!description.startsWith('=')) day++
    const date = `2026-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day % 28)).padStart(2, '0')}`
    return {
      id: `a${index}`,
      date,
      chamber: chamberOf[chamber],
      description: description.replace(/^=/, ''),
      classification,
    }
  })
}

export function fold(place: string, lines: readonly ActionLine[], context: Partial<StatusContext> = {}) {
  return foldStatus(history(lines), {
    jurisdiction: `ocd-division/country:us${place === 'us' ? '' : `/state:${place}`}`,
    chamber_of_origin: 'lower',
    classification: ['bill'],
    title: 'An act',
    ...context,
  })
}

/** The statuses in order, as `status` or `status/detail`. */
export const statusesOf = (...args: Parameters<typeof fold>) =>
  fold(...args).map(({ status, detail }) => (detail === null ? status : `${status}/${detail}`))

export const PASSED_BOTH: readonly ActionLine[] = [
  ['H', 'Introduced', 'introduction'],
  ['H', 'Referred to Judiciary', 'referral-committee'],
  ['H', 'Reported favorably', 'committee-passage-favorable'],
  ['H', 'Passed, yeas 60, nays 20', 'passage'],
  ['S', 'First reading, referred to Judiciary', 'reading-1', 'referral-committee'],
  ['S', 'Reported favorably', 'committee-passage-favorable'],
  ['S', 'Passed, yeas 30, nays 5', 'passage'],
]
export const PASSED_BOTH_STATUSES = [
  'introduced',
  'in_committee',
  'reported',
  'passed_one_chamber',
  'passed_both',
]
