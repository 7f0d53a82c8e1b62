import type { TierName } from '../schemas/http/token.ts'

const tiersWithWebhooks: readonly TierName[] = ['business', 'enterprise']

export function includesWebhooks(tier: TierName): boolean {
  return tiersWithWebhooks.includes(tier)
}

/** SQL: whether the account of `endpoint` has webhooks in its plan now. One that loses them is suspended, not deleted. */
export const PLAN_ALLOWS = `EXISTS (
  SELECT FROM account.account
  WHERE account.id = endpoint.account_id AND account.tier IN (${tiersWithWebhooks.map((tier) => `'${tier}'`).join(', ')})
)`
