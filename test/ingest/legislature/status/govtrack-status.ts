import type { StatusAction } from '../../../../ingest/legislature/status/action-steps.ts'
import { type FoldState, otherChamber } from '../../../../ingest/legislature/status/fold-state.ts'
import { type StatusContext, walkActions } from '../../../../ingest/legislature/status/status.ts'
import type { Chamber } from '../../../../schemas/vocabulary/vocabulary.ts'

/**
 * The status words of GovTrack and of unitedstates/congress, as GovTrack documents them
 * (govtrack.us/about-our-data, unitedstates/congress wiki "bills"): worked out of the same walk as our own status.
 */
export type GovtrackStatus = string

const UNFINISHED = /\b(?:motion to table|cloture motion .*presented|cloture.*withdrawn)\b/iu
const CLOTURE_FAILED = /\bcloture\b.*\b(?:not invoked|not agreed|rejected|failed)\b/iu
const SUSPENSION = /suspend the rules/iu

/** Computes GovTrack's status of a bill of Congress after all its actions. */
export function govtrackStatus(actions: readonly StatusAction[], context: StatusContext): GovtrackStatus {
  let word = 'INTRODUCED'
  let last = ''
  walkActions(actions, context, (foldState, action) => {
    const text = action?.description ?? ''
    const state = stateOf(foldState)
    if (CLOTURE_FAILED.test(text) && !UNFINISHED.test(text)) word = 'PROV_KILL:CLOTUREFAILED'
    else if (state !== last) word = wordOf(foldState, text)
    last = state
  })
  return word
}

const stateOf = (foldState: FoldState): string =>
  [
    foldState.status,
    foldState.detail,
    foldState.awaiting,
    foldState.conferred.size,
    foldState.overridden.size,
    foldState.passed.size,
  ].join(' ')

const named = (chamber: Chamber): string => (chamber === 'upper' ? 'SENATE' : 'HOUSE')

function wordOf(foldState: FoldState, text: string): GovtrackStatus {
  const { origin } = foldState.measure
  switch (foldState.status) {
    case 'in_committee':
      return 'REFERRED'
    case 'reported':
      return 'REPORTED'
    case 'passed_one_chamber':
      if (foldState.conferred.size === 1) return `CONFERENCE:PASSED:${named([...foldState.conferred][0]!)}`
      if (foldState.awaiting !== null) return `PASS_BACK:${named(otherChamber(foldState.awaiting))}`
      return `PASS_OVER:${named([...foldState.passed][0] ?? origin)}`
    case 'passed_both':
    case 'to_executive':
    case 'adopted':
      return `PASSED:${kindOf(foldState)}`
    case 'enacted':
      if (foldState.detail === 'veto_overridden') return 'ENACTED:VETO_OVERRIDE'
      return foldState.detail === 'without_signature' ? 'ENACTED:TENDAYRULE' : 'ENACTED:SIGNED'
    case 'vetoed':
      if (foldState.detail === 'pocket_veto') return 'VETOED:POCKET'
      if (foldState.detail === 'override_failed')
        return foldState.overridden.size === 0
          ? `VETOED:OVERRIDE_FAIL_ORIGINATING:${named(origin)}`
          : `VETOED:OVERRIDE_FAIL_SECOND:${named(otherChamber(origin))}`
      return foldState.overridden.size === 0 ? 'PROV_KILL:VETO' : `VETOED:OVERRIDE_PASS_OVER:${named(origin)}`
    case 'failed':
      if (SUSPENSION.test(text)) return 'PROV_KILL:SUSPENSIONFAILED'
      if (foldState.passed.size === 2 || foldState.awaiting !== null) return 'PROV_KILL:PINGPONGFAIL'
      return foldState.passed.size === 0
        ? `FAIL:ORIGINATING:${named(origin)}`
        : `FAIL:SECOND:${named(otherChamber(origin))}`
    default:
      return 'INTRODUCED'
  }
}

function kindOf({ measure }: FoldState): string {
  if (!measure.never_law) return 'BILL'
  if (measure.kinds.includes('joint resolution')) return 'CONSTAMEND'
  return measure.kinds.includes('concurrent resolution') ? 'CONCURRENTRES' : 'SIMPLERES'
}
