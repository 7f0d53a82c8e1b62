/** Closed word lists of the log and the API. A word is added, never changed. */

export const billStatuses = [
  'prefiled',
  'introduced',
  'in_committee',
  'reported',
  'passed_one_chamber',
  'passed_both',
  'to_executive',
  'enacted',
  'adopted',
  'vetoed',
  'failed',
  'withdrawn',
  'carried_over',
  'dead',
] as const
export type BillStatus = (typeof billStatuses)[number]

/** What closed a session, if no source said that it ended. */
export const sessionClosers = ['operator', 'policy'] as const
export type SessionCloser = (typeof sessionClosers)[number]

/** Details of a status: the kind of veto, how it became law, what it waits for. */
export const statusDetails = [
  'pocket_veto',
  'line_item_veto',
  'veto_overridden',
  'override_failed',
  'without_signature',
  'awaiting_concurrence',
  'replaced',
] as const
export type StatusDetail = (typeof statusDetails)[number]

export const chambers = ['upper', 'lower', 'legislature'] as const
export type Chamber = (typeof chambers)[number]

/** Action classes of Open States, all 38: docs.openstates.org/contributing/categorization. */
export const actionClasses = [
  'filing',
  'introduction',
  'enrolled',
  'reading-1',
  'reading-2',
  'reading-3',
  'passage',
  'informal-passage',
  'failure',
  'withdrawal',
  'substitution',
  'amendment-introduction',
  'amendment-passage',
  'amendment-withdrawal',
  'amendment-failure',
  'amendment-amendment',
  'amendment-deferral',
  'committee-passage',
  'committee-passage-favorable',
  'committee-passage-unfavorable',
  'committee-failure',
  'executive-receipt',
  'executive-signature',
  'executive-veto',
  'executive-veto-line-item',
  'became-law',
  'veto-override-passage',
  'veto-override-failure',
  'deferral',
  'receipt',
  'referral',
  'referral-committee',
  'hearing-held',
  'work-session',
  'sponsorship',
  'carried-over',
  'reported-out-of-committee',
  'concurrence',
] as const
export type ActionClass = (typeof actionClasses)[number]

/** Vote options of Open States. The source's own word stays in `option_text` if it differs. */
export const voteOptions = [
  'yes',
  'no',
  'absent',
  'abstain',
  'not voting',
  'paired',
  'excused',
  'other',
] as const
export type VoteOption = (typeof voteOptions)[number]

export const entityTypes = [
  'bill',
  'vote',
  'regulation',
  'jurisdiction',
  'session',
  'person',
  'committee',
  'organization',
  'name_match',
  'division',
  'boundary',
] as const
export type EntityType = (typeof entityTypes)[number]

/** Why a row of the change index moved. */
export const changeReasons = [
  'introduced',
  'title',
  'details',
  'subjects',
  'status',
  'action',
  'sponsors',
  'versions',
  'documents',
  'related',
  'vote',
  'text',
  'correction',
  'merged',
  'removed',
  'released',
] as const
export type ChangeReason = (typeof changeReasons)[number]
