/** Closed word lists of organizations that act on bills and rules. A word is added, never changed. */

/** What an organization is, if a source states it. */
export const advocacyOrganizationTypes = [
  'company',
  'trade_association',
  'union',
  'nonprofit',
  'government',
  'lobbying_firm',
  'individual',
  'other',
] as const
export type AdvocacyOrganizationType = (typeof advocacyOrganizationTypes)[number]

/** `registrant`: files reports. `client`: reports are filed for it. `speaker`: states positions. */
export const advocacyRoles = ['registrant', 'client', 'speaker'] as const
export type AdvocacyRole = (typeof advocacyRoles)[number]

/** `amendment` replaces an earlier filing of the same period. `termination` ends the work for a client. */
export const filingKinds = ['registration', 'report', 'amendment', 'termination'] as const
export type FilingKind = (typeof filingKinds)[number]

/** `income`: the client paid it to the registrant. `expenses`: the registrant spent it on its own behalf. */
export const filedAmountKinds = ['income', 'expenses'] as const
export type FiledAmountKind = (typeof filedAmountKinds)[number]

/** A position that a source states. If a source states none, it is null and never one of these. */
export const advocacyStances = ['support', 'oppose', 'neutral'] as const
export type AdvocacyStance = (typeof advocacyStances)[number]

/** The kind of source of a position. */
export const positionKinds = ['statement_of_administration_policy', 'published'] as const
export type PositionKind = (typeof positionKinds)[number]

/** Numbers by which a position names a regulation. */
export const regulationNumberSchemes = ['document_number', 'docket_id', 'rin'] as const
export type RegulationNumberScheme = (typeof regulationNumberSchemes)[number]
