import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Tiers } from '../../schemas/http/service/tiers.ts'
import { lookupPolicies } from '../accounts/lookups.ts'
import type { LookUp } from '../lookup/look-up.ts'
import type { LookupAnswer } from '../lookup/lookup-answer.ts'
import type { LookupLedger } from '../lookup/lookup-ledger.ts'
import { createBilling } from '../lookup/paid-lookup.ts'
import { dayOfCap, giveBackOfDay, noLookupsNow, restOfDay_s, takeOfDay } from './daily-cap.ts'
import type { Widget } from './widget-cache.ts'

/** Lookups of visitors, at the expense of the account that owns the widget. */
export type VisitorLookups = { answer(widget: Widget, address: string): Promise<object> }

/** A lookup needs one of the day of its widget, and one of the month of its account. Only a match spends both. */
export function createVisitorLookups(options: {
  readonly database: Database
  readonly lookUp: LookUp
  readonly ledger: LookupLedger
  readonly tiers: Tiers
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}): VisitorLookups {
  const { lookUp, ledger, database, tiers, clock, log } = options
  const billing = createBilling({ database, ledger, clock, log })

  async function spend(widget: Widget, address: string): Promise<LookupAnswer> {
    const cap = tiers[widget.tier].lookups_a_month
    const payer = { account_id: widget.account_id, cap, allowance_only: widget.lookups?.use_credits !== true }
    const asOf = clock.now().toISOString().slice(0, 10)
    const paid = await billing.pay(payer, () =>
      lookUp({ address }, { as_of: asOf, parts: new Set(['details']) }),
    )
    if (paid === undefined) throw noLookupsNow(lookupPolicies(cap, 0, clock.now()).reset_s)
    return paid.answer
  }

  return {
    async answer(widget, address) {
      const day = dayOfCap(clock.now())
      if (!(await takeOfDay(database, widget.id, 'lookups', { day, cap: widget.lookups?.daily_cap ?? 0 })))
        throw noLookupsNow(restOfDay_s(clock.now()))
      let isSpent = false
      try {
        const answer = await spend(widget, address)
        isSpent = answer.matched
        return shownTo(answer)
      } finally {
        if (!isSpent) await giveBackOfDay(database, widget.id, day)
      }
    },
  }
}

/** Without the point and the spelling of the address, which the visitor knows. */
function shownTo(answer: LookupAnswer): object {
  const { matched, geographies, representatives, reason, suggestions, divisions } = answer
  return { matched, geographies, representatives, reason, suggestions, divisions }
}
