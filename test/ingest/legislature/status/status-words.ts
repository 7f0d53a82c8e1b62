import type { LegiscanStatus } from '../../../../ingest/sources/legiscan/fields/legiscan-status.ts'
import type { BillStatus, StatusDetail } from '../../../../schemas/vocabulary/vocabulary.ts'

/** A status of ours with its finer fact. */
export type Standing = { readonly status: BillStatus; readonly detail: StatusDetail | null }

const standing = (status: BillStatus, detail: StatusDetail | null = null): Standing => ({ status, detail })

/** Kinds that are adopted and never become law. */
export type Ending = 'law' | 'adoption'

/**
 * The meaning of LegiScan's number. `4 Passed` is its word for the end: law for bills, adoption for the rest. null for
 * 0: it says that nothing has been filed, or nothing at all.
 */
export function fromLegiscan(status: number, ending: Ending): Standing | null {
  const end: BillStatus = ending === 'law' ? 'enacted' : 'adopted'
  switch (status) {
    case 1:
      return standing('introduced')
    case 2:
      return standing('passed_one_chamber')
    case 3:
      return standing('passed_both')
    case 4:
      return standing(end)
    case 5:
      return standing('vetoed')
    case 6:
      return standing('failed')
    case 7:
      return standing('enacted', 'veto_overridden')
    case 8:
      return standing('enacted')
    case 9:
      return standing('in_committee')
    case 10:
    // A report against the bill is a report.
    case 11:
      return standing('reported')
    case 12:
      return standing('prefiled')
    default:
      return null
  }
}

/** The number that LegiScan's `status` (0 to 6) has for a standing of ours. */
export function toLegiscan({ status }: Standing): LegiscanStatus {
  switch (status) {
    case 'prefiled':
      return 0
    case 'introduced':
    case 'in_committee':
    case 'reported':
    case 'carried_over':
      return 1
    case 'passed_one_chamber':
      return 2
    case 'passed_both':
    case 'to_executive':
      return 3
    case 'enacted':
    case 'adopted':
      return 4
    case 'vetoed':
      return 5
    case 'failed':
    case 'withdrawn':
    case 'dead':
      return 6
  }
}

/** The number of a progress event, which is finer than `status`; null where LegiScan has no event for it. */
export function toLegiscanProgress({ status, detail }: Standing): LegiscanStatus | null {
  if (status === 'prefiled') return 12
  if (status === 'in_committee') return 9
  if (status === 'reported') return 10
  if (detail === 'veto_overridden') return 7
  if (status === 'enacted') return 8
  if (status === 'dead' || status === 'carried_over' || status === 'withdrawn') return null
  return toLegiscan({ status, detail })
}

/** Words of GovTrack and unitedstates/congress, without the chamber that some end with. */
const govtrack: Readonly<Record<string, Standing>> = {
  INTRODUCED: standing('introduced'),
  REFERRED: standing('in_committee'),
  REPORTED: standing('reported'),
  PASS_OVER: standing('passed_one_chamber'),
  PASS_BACK: standing('passed_one_chamber', 'awaiting_concurrence'),
  'CONFERENCE:PASSED': standing('passed_one_chamber', 'awaiting_concurrence'),
  'PASSED:BILL': standing('passed_both'),
  'PASSED:SIMPLERES': standing('adopted'),
  'PASSED:CONCURRENTRES': standing('adopted'),
  'PASSED:CONSTAMEND': standing('adopted'),
  'PROV_KILL:SUSPENSIONFAILED': standing('failed'),
  'PROV_KILL:PINGPONGFAIL': standing('failed'),
  'PROV_KILL:VETO': standing('vetoed'),
  'FAIL:ORIGINATING': standing('failed'),
  'FAIL:SECOND': standing('failed'),
  'VETOED:POCKET': standing('vetoed', 'pocket_veto'),
  'VETOED:OVERRIDE_PASS_OVER': standing('vetoed'),
  'VETOED:OVERRIDE_FAIL_ORIGINATING': standing('vetoed', 'override_failed'),
  'VETOED:OVERRIDE_FAIL_SECOND': standing('vetoed', 'override_failed'),
  'ENACTED:SIGNED': standing('enacted'),
  'ENACTED:VETO_OVERRIDE': standing('enacted', 'veto_overridden'),
  'ENACTED:TENDAYRULE': standing('enacted', 'without_signature'),
}

/**
 * The meaning of a word of GovTrack. It is null if the word does not say where the bill stands: a failed motion for
 * cloture ends a debate, not the bill.
 */
export function fromGovtrack(word: string): Standing | null {
  return govtrack[word.replace(/:(?:HOUSE|SENATE)$/u, '')] ?? null
}
