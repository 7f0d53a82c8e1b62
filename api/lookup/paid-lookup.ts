import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { lookupsUsedUp, type Reservation, releaseLookup } from '../accounts/lookups.ts'
import { callerGone, isCallerGone } from '../http/caller-presence.ts'
import type { LookupAnswer } from './lookup-answer.ts'
import type { LookupLedger } from './lookup-ledger.ts'
import type { Payer } from './payer.ts'

export type PaidAnswer = {
  readonly answer: LookupAnswer
  /** Lookups that remain. */
  readonly left: number
}

/** Takes and bills lookups of accounts. */
export type Billing = {
  reserve(payer: Payer): Promise<Reservation | undefined>
  /**
   * Does the work of a reserved lookup, and bills it if it matched. Whatever else happens, it is given back. A caller that
   * is gone pays nothing.
   */
  run(payer: Payer, reservation: Reservation, work: () => Promise<LookupAnswer>): Promise<PaidAnswer>
  /**
   * Reserves a lookup, and does its work. It gives undefined if the account has neither allowance nor credit left.
   * `begins_early`: the work begins beside the reservation, which saves a wait, and its result is thrown away if there is
   * none. So it must not ask a service that others pay for.
   */
  pay(
    payer: Payer,
    work: () => Promise<LookupAnswer>,
    options?: { readonly begins_early?: boolean },
  ): Promise<PaidAnswer | undefined>
}

export function createBilling(options: {
  database: Database
  ledger: LookupLedger
  clock: Clock
  log: Pick<Log, 'warn'>
}): Billing {
  const { database, ledger, clock, log } = options
  const reserve = (payer: Payer) => ledger.reserve({ ...payer, now: clock.now() })

  /** If a reservation expired during the work, it is taken again. */
  async function bill(payer: Payer, reservation: Reservation): Promise<Reservation> {
    if (await ledger.settle(reservation)) return reservation
    const again = await reserve(payer)
    if (again === undefined) throw lookupsUsedUp(payer.cap, clock.now())
    return bill(payer, again)
  }

  /** Gives a reservation back. If that fails, the reservation expires. */
  async function release(reservation: Reservation): Promise<void> {
    await releaseLookup(database, reservation).catch((error: unknown) =>
      log.warn({ err: error }, 'a lookup was not given back yet'),
    )
  }

  const run: Billing['run'] = async (payer, reservation, work) => {
    let isBilled = false
    try {
      const answer = await work()
      if (isCallerGone()) throw callerGone()
      if (!answer.matched) return { answer, left: reservation.left + 1 }
      const billed = await bill(payer, reservation)
      isBilled = true
      return { answer, left: billed.left }
    } finally {
      if (!isBilled) await release(reservation)
    }
  }

  return {
    reserve,
    run,
    async pay(payer, work, { begins_early = false } = {}) {
      const begun = begins_early ? work() : undefined
      // Without a reservation, nobody waits for it.
      begun?.catch(() => {})
      const reservation = await reserve(payer)
      return reservation && run(payer, reservation, () => begun ?? work())
    },
  }
}
