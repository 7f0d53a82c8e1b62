import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { diffBill } from '../diff/diff-bill.ts'
import { isRemoved, loadStored, type StoredBill } from '../state/stored-entities.ts'
import type { ListedSession } from './find-session.ts'

/** A bill whose status would change. */
export type ForecastChange = {
  readonly bill_id: number
  readonly jurisdiction: string
  readonly subjects: readonly string[]
}

export type ClosingForecast = {
  readonly bills: number
  /** Counts by present and future status, highest first. */
  readonly statuses: readonly { readonly from: string; readonly to: string; readonly bills: number }[]
  readonly changes: readonly ForecastChange[]
  /** Bills that would be dead before their last action: then that day is probably not the session's last. */
  readonly acted_later: {
    readonly bills: number
    readonly last_on: string | null
    readonly identifiers: readonly string[]
  }
}

const BILLS_AT_ONCE = 500
const MOST_NAMED = 5

/** Says what it would do to the bills to close a session on a day, or to reopen it. It writes nothing. */
export async function forecastClosing(
  database: Database,
  { key }: Pick<ListedSession, 'key'>,
  closedOn: string | null,
): Promise<ClosingForecast> {
  const { rows: bills } = await database.query<{ entity_id: number }>(
    `SELECT DISTINCT entity_id FROM ingest.identity
     WHERE entity_type = 'bill' AND natural_key > $1 || '|' AND natural_key < $1 || '}' AND merged_from IS NULL
     ORDER BY 1`,
    [key],
  )
  const counts = new Map<string, number>()
  const changes: ForecastChange[] = []
  const later: { identifier: string; on: string }[] = []
  let seen = 0
  for (let at = 0; at < bills.length; at += BILLS_AT_ONCE) {
    const ids = bills.slice(at, at + BILLS_AT_ONCE).map(({ entity_id }) => entity_id)
    const some = await inTransaction(database, (client) => loadStored(client, ids))
    for (const [bill_id, content] of some) {
      if (isRemoved(content)) continue
      const stored = content as StoredBill
      const { from, to } = statusesOf(stored, closedOn)
      seen += 1
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1)
      if (from === to) continue
      const { jurisdiction, subjects, identifier }: BillCore = stored.core
      changes.push({ bill_id, jurisdiction, subjects })
      const on = stored.actions.at(-1)?.date.slice(0, 10) ?? ''
      if (to === 'dead' && closedOn !== null && on > closedOn) later.push({ identifier, on })
    }
  }
  later.sort((a, b) => (a.on > b.on ? -1 : 1))
  return {
    bills: seen,
    statuses: [...counts]
      .map(([pair, number]) => ({ from: pair.split(' ')[0]!, to: pair.split(' ')[1]!, bills: number }))
      .toSorted((a, b) => b.bills - a.bills || (a.from < b.from ? -1 : 1)),
    changes,
    acted_later: {
      bills: later.length,
      last_on: later[0]?.on ?? null,
      identifiers: later.slice(0, MOST_NAMED).map(({ identifier }) => identifier),
    },
  }
}

function statusesOf(
  stored: StoredBill,
  closedOn: string | null,
): { readonly from: string; readonly to: string } {
  const session = { closed_on: closedOn }
  // The ocd_id may be empty: no parts are given, so no id is minted from it.
  const { stored: now } = diffBill({ ocd_id: '', stored, parts: {}, session })
  return { from: lastOf(stored), to: lastOf(now as StoredBill) }
}

const lastOf = ({ progress }: StoredBill): string => progress.at(-1)?.status ?? 'none'
