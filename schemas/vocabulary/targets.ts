/** Why an organization is a target of a bill or rule, the closest first. */
export const targetBases = ['direct_mention', 'companion', 'similar_bill', 'subject', 'agency'] as const
export type TargetBasis = (typeof targetBases)[number]

/** What a source says about an organization. Only a stated position has a stance. */
export const targetReasons = ['stated_position', 'filing_mention', 'issue_code', 'agency_contact'] as const
export type TargetReason = (typeof targetReasons)[number]

export const outreachAudiences = ['organizations', 'legislators'] as const
export type OutreachAudience = (typeof outreachAudiences)[number]
