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

/** The authors of a session's end, if no source stated it. */
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
  'address_release',
  'derivation',
  'model_text',
  'scorecard',
  'advocacy_organization',
  'lobbying_filing',
  'advocacy_position',
] as const
export type EntityType = (typeof entityTypes)[number]

/** Reasons for which a row of the change index moved. */
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
  'summary',
  'correction',
  'merged',
  'removed',
  'released',
] as const
export type ChangeReason = (typeof changeReasons)[number]

/** What a model says about a bill. */
export const derivationKinds = ['summary', 'explanation', 'changes'] as const
export type DerivationKind = (typeof derivationKinds)[number]

/** Reasons for which a lookup finds nothing. Such an answer is not billed. */
export const unmatchedReasons = [
  'address_incomplete',
  'po_box',
  'not_found',
  'ambiguous',
  'no_coverage',
  'split_district',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** Ways to find a place. `street`: the number has no range, but the whole street lies in one district of each chamber. */
export const matchLevels = ['point', 'range', 'street', 'position'] as const
export type MatchLevel = (typeof matchLevels)[number]
