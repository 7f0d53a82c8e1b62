import type { ActionClass, BillStatus } from '../../../schemas/vocabulary.ts'

/**
 * LegiScan's status (0 to 8) and progress (1 to 12) are one row of numbers: what it read out of the history. Source:
 * LegiScan API manual, tables Status and Progress. Each with the status of ours that it says, and with the class that
 * an action has which got the bill there.
 */
export type ProgressStep = {
  readonly name: string
  readonly status: BillStatus
  readonly action: ActionClass
}

export const progressSteps: Readonly<Record<number, ProgressStep>> = {
  1: { name: 'Introduced', status: 'introduced', action: 'introduction' },
  2: { name: 'Engrossed', status: 'passed_one_chamber', action: 'passage' },
  3: { name: 'Enrolled', status: 'passed_both', action: 'enrolled' },
  4: { name: 'Passed', status: 'enacted', action: 'became-law' },
  5: { name: 'Vetoed', status: 'vetoed', action: 'executive-veto' },
  6: { name: 'Failed', status: 'failed', action: 'failure' },
  7: { name: 'Override', status: 'enacted', action: 'veto-override-passage' },
  8: { name: 'Chaptered', status: 'enacted', action: 'became-law' },
  9: { name: 'Refer', status: 'in_committee', action: 'referral-committee' },
  10: { name: 'Report Pass', status: 'reported', action: 'committee-passage-favorable' },
  11: { name: 'Report DNP', status: 'reported', action: 'committee-passage-unfavorable' },
  12: { name: 'Draft', status: 'prefiled', action: 'filing' },
}

/** Of a resolution `Passed` is adopted: nobody signs it. */
export function statusOfProgress(event: number, is_resolution: boolean): BillStatus | null {
  if (event === 0) return 'prefiled'
  const status = progressSteps[event]?.status ?? null
  return status === 'enacted' && is_resolution && event === 4 ? 'adopted' : status
}

/** The other way round: what LegiScan would say of a bill of this status; null for what it has no word for. */
export const legiscanStatusOf: Readonly<Record<BillStatus, number | null>> = {
  prefiled: 0,
  introduced: 1,
  in_committee: 1,
  reported: 1,
  passed_one_chamber: 2,
  passed_both: 3,
  to_executive: 3,
  enacted: 4,
  adopted: 4,
  vetoed: 5,
  failed: 6,
  withdrawn: 6,
  carried_over: null,
  dead: 6,
}
