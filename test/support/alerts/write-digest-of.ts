import { writeDue } from '../../../alerts/digest/digest-loop.ts'
import { createAlertReads } from '../../../cli/wiring/alert-reads.ts'
import { DAY_MS } from '../../../runtime/durations.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { BuiltBill } from '../builders/event-builder.ts'
import type { ManualClock } from '../clocks/manual-clock.ts'

/** Writes an item as the reader does, and the digest of the next day. */
export async function writeDigestOf(
  database: Database,
  clock: ManualClock,
  { id, ce_id, bill }: { readonly id: number; readonly ce_id: string; readonly bill: BuiltBill },
): Promise<void> {
  const { identifier, jurisdiction, session } = bill
  const content = { kind: 'action', thing: `action ${ce_id}`, date: '2026-03-01', who: null }
  await database.query(
    `WITH c AS (INSERT INTO alerts.change VALUES ($2, $3, $4, $5, now()))
     INSERT INTO alerts.item (recipient_id, ce_id, subscription_ids, created_at)
     SELECT recipient_id, $2, ARRAY[id], now() FROM alerts.subscription WHERE id = $1`,
    [
      ...[id, ce_id, bill.id, JSON.stringify({ identifier, jurisdiction, session })],
      JSON.stringify({ ...content, description: `Read <i>& ${ce_id}` }),
    ],
  )
  clock.advance(DAY_MS)
  const { readFacts } = createAlertReads(database)
  const log = createLog('alerts', 'silent')
  await writeDue({ database, readFacts, clock, log, origin: 'https://pages.example.org' })
}
