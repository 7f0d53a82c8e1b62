import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { expiryOf, monthOf, QUICK_COMMIT, type Reservation } from '../accounts/lookups.ts'
import type { Payer } from './payer.ts'

/** A lookup that an account wants to make. */
export type AskedLookup = Payer & { readonly now: Date }

/** All lookups of an account and month, or none. Rows are locked in one order, so that two servers never block each other. */
const TAKE_ALLOWANCES = `
  WITH asked AS (
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS a (account_id, month, cap, wanted)
  ), taken AS (
    INSERT INTO account.lookup_month AS m (account_id, month, used)
    SELECT account_id, month, wanted FROM asked WHERE wanted <= cap ORDER BY account_id, month
    ON CONFLICT (account_id, month) DO UPDATE SET used = m.used + excluded.used
    WHERE m.used + excluded.used
      <= (SELECT a.cap FROM asked a WHERE a.account_id = excluded.account_id AND a.month = excluded.month)
    RETURNING account_id, month, used
  )
  INSERT INTO account.lookup_reservation AS r (account_id, month, paid_from, taken_at, expires_at)
  SELECT a.account_id, a.month, 'allowance', $5, $6
  FROM asked a JOIN taken t ON t.account_id = a.account_id AND t.month = a.month, generate_series(1, a.wanted)
  RETURNING id, account_id, month, ${QUICK_COMMIT} AS quick,
    (SELECT a.cap - t.used FROM asked a JOIN taken t ON t.account_id = a.account_id AND t.month = a.month
     WHERE a.account_id = r.account_id AND a.month = r.month)
    + coalesce((SELECT balance FROM account.credit_balance b WHERE b.account_id = r.account_id), 0) AS left_of_all`

type TakenRow = {
  readonly id: number
  readonly account_id: number
  readonly month: string
  /** What remains without any lookup of the statement. */
  readonly left_of_all: number
}

type Group = {
  readonly account_id: number
  readonly month: string
  readonly cap: number
  readonly places: number[]
}

/**
 * Takes several lookups from allowances by one statement. undefined for those whose account does not have enough left for
 * all of them: each of these must be asked for alone.
 */
export async function reserveTogether(
  database: Queryable,
  asked: readonly AskedLookup[],
): Promise<readonly (Reservation | undefined)[]> {
  const [first] = asked
  if (first === undefined) return []
  const byKey = groupsOf(asked)
  const groups = [...byKey.values()]
  const { rows } = await database.query<TakenRow>({
    name: 'lookup-take-allowances',
    text: TAKE_ALLOWANCES,
    values: [
      ...[groups.map(({ account_id }) => account_id), groups.map(({ month }) => month)],
      ...[groups.map(({ cap }) => cap), groups.map(({ places }) => places.length)],
      ...[first.now, expiryOf(first.now)],
    ],
  })
  const reservations = asked.map((): Reservation | undefined => undefined)
  for (const { id, account_id, month, left_of_all } of rows) {
    const { places } = byKey.get(keyOf(account_id, month))!
    reservations[places.shift()!] = { id, paid_from: 'allowance', left: left_of_all + places.length }
  }
  return reservations
}

const keyOf = (accountId: number, month: string) => `${accountId} ${month}`

/** If the tier of an account changed meanwhile, lookups with the other cap are in no group. */
function groupsOf(asked: readonly AskedLookup[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>()
  for (const [place, { account_id, cap, now }] of asked.entries()) {
    const month = monthOf(now)
    const key = keyOf(account_id, month)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { account_id, month, cap, places: [place] })
    else if (group.cap === cap) group.places.push(place)
  }
  return groups
}

/** Bills several reservations. false for those that were given back before. */
export async function settleTogether(
  database: Queryable,
  reservations: readonly Pick<Reservation, 'id'>[],
): Promise<readonly boolean[]> {
  const { rows } = await database.query<{ id: number }>({
    name: 'lookup-settle-together',
    text: 'DELETE FROM account.lookup_reservation WHERE id = ANY ($1::bigint[]) RETURNING id',
    values: [reservations.map(({ id }) => id)],
  })
  const settled = new Set(rows.map(({ id }) => id))
  // The same reservation twice is billed once.
  return reservations.map(({ id }) => settled.delete(id))
}
