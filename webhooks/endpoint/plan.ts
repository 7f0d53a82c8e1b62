import { LegislogError } from '../../schemas/errors.ts'
import { defaultTiers, type TierName, tierNames } from '../../schemas/http/service/tiers.ts'

function includesWebhooks(tier: TierName): boolean {
  return defaultTiers[tier].webhooks
}

const tiersWithWebhooks = tierNames.filter(includesWebhooks)

/** Throws `plan_required` if the account's plan has no webhooks. */
export function requirePlan({ tier }: { readonly tier: TierName }): void {
  if (includesWebhooks(tier)) return
  throw new LegislogError(
    'plan_required',
    `webhooks need the Business tier or above; this account has ${tier}`,
  )
}

/**
 * SQL: whether the plan of the endpoint's account has webhooks now. Without them an endpoint is suspended, not
 * deleted.
 */
export const PLAN_ALLOWS = `EXISTS (
  SELECT FROM account.account
  WHERE account.id = endpoint.account_id AND account.tier IN (${tiersWithWebhooks.map((tier) => `'${tier}'`).join(', ')})
)`
