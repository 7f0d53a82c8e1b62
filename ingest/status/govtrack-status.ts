import type { Chamber } from '../../schemas/vocabulary.ts'
import { foldWay, type StatusContext } from './status.ts'
import type { StatusAction } from './status-steps.ts'
import { otherThan, type Way } from './way.ts'

/**
 * The status words of GovTrack and of unitedstates/congress, as GovTrack documents them
 * (govtrack.us/about-our-data, unitedstates/congress wiki "bills"): worked out of the same walk as our own status.
 */
export type GovtrackStatus = string

const UNFINISHED = /\b(?:motion to table|cloture motion .*presented|cloture.*withdrawn)\b/iu
const CLOTURE_FAILED = /\bcloture\b.*\b(?:not invoked|not agreed|rejected|failed)\b/iu
const SUSPENSION = /suspend the rules/iu

/** Of a bill of Congress, after all its actions. */
export function govtrackStatus(actions: readonly StatusAction[], context: StatusContext): GovtrackStatus {
  let word = 'INTRODUCED'
  let last = ''
  foldWay(actions, context, (way, action) => {
    const text = action?.description ?? ''
    const state = stateOf(way)
    if (CLOTURE_FAILED.test(text) && !UNFINISHED.test(text)) word = 'PROV_KILL:CLOTUREFAILED'
    else if (state !== last) word = wordOf(way, text)
    last = state
  })
  return word
}

const stateOf = (way: Way): string =>
  [way.status, way.detail, way.awaiting, way.conferred.size, way.overridden.size, way.passed.size].join(' ')

const named = (chamber: Chamber): string => (chamber === 'upper' ? 'SENATE' : 'HOUSE')

function wordOf(way: Way, text: string): GovtrackStatus {
  const { origin } = way.measure
  switch (way.status) {
    case 'in_committee':
      return 'REFERRED'
    case 'reported':
      return 'REPORTED'
    case 'passed_one_chamber':
      if (way.conferred.size === 1) return `CONFERENCE:PASSED:${named([...way.conferred][0]!)}`
      if (way.awaiting !== null) return `PASS_BACK:${named(otherThan(way.awaiting))}`
      return `PASS_OVER:${named([...way.passed][0] ?? origin)}`
    case 'passed_both':
    case 'to_executive':
    case 'adopted':
      return `PASSED:${kindOf(way)}`
    case 'enacted':
      if (way.detail === 'veto_overridden') return 'ENACTED:VETO_OVERRIDE'
      return way.detail === 'without_signature' ? 'ENACTED:TENDAYRULE' : 'ENACTED:SIGNED'
    case 'vetoed':
      if (way.detail === 'pocket_veto') return 'VETOED:POCKET'
      if (way.detail === 'override_failed')
        return way.overridden.size === 0
          ? `VETOED:OVERRIDE_FAIL_ORIGINATING:${named(origin)}`
          : `VETOED:OVERRIDE_FAIL_SECOND:${named(otherThan(origin))}`
      return way.overridden.size === 0 ? 'PROV_KILL:VETO' : `VETOED:OVERRIDE_PASS_OVER:${named(origin)}`
    case 'failed':
      if (SUSPENSION.test(text)) return 'PROV_KILL:SUSPENSIONFAILED'
      if (way.passed.size === 2 || way.awaiting !== null) return 'PROV_KILL:PINGPONGFAIL'
      return way.passed.size === 0
        ? `FAIL:ORIGINATING:${named(origin)}`
        : `FAIL:SECOND:${named(otherThan(origin))}`
    default:
      return 'INTRODUCED'
  }
}

function kindOf({ measure }: Way): string {
  if (!measure.never_law) return 'BILL'
  if (measure.kinds.includes('joint resolution')) return 'CONSTAMEND'
  return measure.kinds.includes('concurrent resolution') ? 'CONCURRENTRES' : 'SIMPLERES'
}
