import pg from 'pg'
import { createBatcher } from '../../runtime/batcher.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { type Reservation, reserveLookup, settleLookup } from '../accounts/lookups.ts'
import { type AskedLookup, reserveTogether, settleTogether } from './reserve-together.ts'

/** Reserves and bills the lookups of a server. Those that come at once share a statement. */
export type LookupLedger = {
  /** undefined if the account has neither allowance nor credit left. */
  reserve(asked: AskedLookup): Promise<Reservation | undefined>
  /** Bills it. False if it was given back before, because it had expired. */
  settle(reservation: Reservation): Promise<boolean>
}

/** Lookups of one statement. */
const MOST = 100

export function createLookupLedger(database: Database): LookupLedger {
  const reserveOne = ({ account_id, cap, now, allowance_only = false }: AskedLookup) =>
    reserveLookup(database, account_id, cap, now, { allowance_only })
  const settleOne = (reservation: Reservation) => settleLookup(database, reservation)
  const reserveAll = async (asked: readonly AskedLookup[]) => {
    const taken = await reserveTogether(database, asked)
    return taken.map((reservation, place) => reservation ?? reserveOne(asked[place]!))
  }
  return {
    reserve: createBatcher((asked) => inOne(asked, reserveAll, reserveOne), { most: MOST }),
    // A bill waits for the disk. If it also waited for the one before it, it would take twice as long.
    settle: createBatcher(
      (reservations) => inOne(reservations, (all) => settleTogether(database, all), settleOne),
      { most: MOST, at_once: 2 },
    ),
  }
}

/** If Postgres refuses a statement for several, it has done nothing, and each is tried alone. */
async function inOne<I, O>(
  items: readonly I[],
  all: (items: readonly I[]) => Promise<readonly (O | Promise<O>)[]>,
  one: (item: I) => Promise<O>,
): Promise<readonly (O | Promise<O>)[]> {
  if (items.length === 1) return [await one(items[0]!)]
  try {
    return await all(items)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return items.map(one)
  }
}
