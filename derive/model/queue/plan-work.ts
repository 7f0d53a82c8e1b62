import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { TextReference } from '../../text/version-text.ts'
import { modelKinds } from '../describe/derivation.ts'
import { wantedName } from './wanted.ts'

/** A bill as a read schema has it now. `text` null: it has none, or the bill is gone. */
export type PlannedBill = {
  readonly bill_id: number
  readonly bill_ocd_id: string
  readonly text: TextReference | null
  readonly version_id: string | null
  /** The latest changes are worked on first, among equal priorities. RFC 3339. */
  readonly changed_at: string
}

/**
 * Plans the work about bills: new content is due at once, known content is not due again, and bills without a text have no
 * work. `priority` of a bill, such as the number of its followers: a higher one comes first.
 */
export async function planWork(
  database: Queryable,
  bills: readonly PlannedBill[],
  options: {
    readonly model: string
    readonly now: Date
    readonly priority: (bill_id: number) => number
  },
): Promise<void> {
  const described = bills.filter(({ text, version_id }) => text !== null && version_id !== null)
  const gone = bills.filter((bill) => !described.includes(bill))
  if (gone.length > 0)
    await database.query('DELETE FROM derive.model_work WHERE bill_id = ANY ($1::bigint[])', [
      gone.map(({ bill_id }) => bill_id),
    ])
  if (described.length === 0) return
  const rows = described.map(({ bill_id, bill_ocd_id, text, version_id, changed_at }) => ({
    bill_id,
    bill_ocd_id,
    version_id,
    changed_at,
    text,
    wanted: wantedName(text!, options.model),
    priority: options.priority(bill_id),
  }))
  await database.query(
    `INSERT INTO derive.model_work AS w
       (bill_id, kind, bill_ocd_id, version_id, text, wanted, priority, changed_at, due_at)
     SELECT r.bill_id, k.kind, r.bill_ocd_id, r.version_id, r.text, r.wanted, r.priority, r.changed_at, $3
     FROM json_to_recordset($1) AS r (bill_id bigint, bill_ocd_id text, version_id text, text jsonb, wanted text,
       priority integer, changed_at timestamptz), unnest($2::text[]) AS k (kind)
     ORDER BY r.bill_id, k.kind
     ON CONFLICT (bill_id, kind) DO UPDATE SET
       bill_ocd_id = excluded.bill_ocd_id, version_id = excluded.version_id, text = excluded.text,
       priority = excluded.priority, changed_at = excluded.changed_at, wanted = excluded.wanted,
       due_at = CASE WHEN w.wanted = excluded.wanted THEN w.due_at ELSE excluded.due_at END,
       -- Whoever has the old content has nothing to end any more.
       taken_until = CASE WHEN w.wanted = excluded.wanted THEN w.taken_until END,
       failures = CASE WHEN w.wanted = excluded.wanted THEN w.failures ELSE 0 END`,
    [JSON.stringify(rows), modelKinds, options.now],
  )
}
