import type { TierName } from '../../schemas/http/service/tiers.ts'

/** The account that an endpoint belongs to, with its plan. */
export type Owner = { readonly id: number; readonly tier: TierName }
