import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tiers } from '../../schemas/http/service/tiers.ts'
import { lookupPolicies } from '../accounts/lookups.ts'
import { addPolicy } from '../http/limits.ts'

/** The account that pays for a lookup. */
export type Payer = {
  readonly account_id: number
  /** Lookups of a month. */
  readonly cap: number
  /** Bought lookups stay as they are. Default: they are used after the allowance. */
  readonly allowance_only?: boolean
}

export const payerOf = ({ account }: FastifyRequest, tiers: Tiers): Payer => ({
  account_id: account.id,
  cap: tiers[account.tier].lookups_a_month,
})

/** Adds the policy `lookups` to the headers that say what remains. */
export function sayWhatIsLeft(reply: FastifyReply, { cap }: Payer, left: number, now: Date): void {
  addPolicy(reply, lookupPolicies(cap, left, now))
}
