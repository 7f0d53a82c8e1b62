import { type Database, inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import { currentTextOf } from '../../summary/bill-source.ts'
import type { TextReference } from '../../text/version-text.ts'
import { LANGUAGE, PROMPT_VERSION } from '../prompts/prompt-version.ts'
import { type PlannedBill, planWork } from './plan-work.ts'

const BILLS = 1_000

/** Gives the priority of each bill, such as the number of accounts that follow it. Bills without one have 0. */
export type Priorities = (bill_ids: readonly number[]) => Promise<ReadonlyMap<number, number>>

type Position = { readonly updated_at: string; readonly seq: string; readonly id: number }
type Live = Position & { readonly read_schema: string; readonly watermark: string; readonly basis: string }

/**
 * Plans the next bills of the change index of the live read schema, below its watermark: nothing comes later there. The
 * position moves in the same transaction. Returns the number of bills; 0 if there are none. Several processes may do this:
 * they plan the same.
 */
export async function planChangedBills(
  database: Database,
  options: { readonly model: string; readonly now: Date; readonly priorities: Priorities },
): Promise<number> {
  const live = await readLive(database, options.model)
  if (live === undefined) return 0
  const rows = await readChanged(database, live)
  const last = rows.at(-1)
  if (last === undefined) return 0
  const priorities = await options.priorities(rows.map(({ id }) => id))
  await inTransaction(database, async (client) => {
    await planWork(client, rows.map(plannedBill), {
      model: options.model,
      now: options.now,
      priority: (id) => priorities.get(id) ?? 0,
    })
    await savePosition(client, live, last)
  })
  return rows.length
}

async function readLive(database: Queryable, model: string): Promise<Live | undefined> {
  const { rows } = await database.query<Omit<Live, 'basis'> & { feed_epoch: number; planned: string | null }>(
    `SELECT r.name AS read_schema, r.watermark, r.feed_epoch, p.basis AS planned,
       p.updated_at, p.seq::text AS seq, p.id
     FROM control.read_schema r LEFT JOIN derive.model_position p ON p.read_schema = r.name WHERE r.is_live`,
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { read_schema, watermark, feed_epoch, planned } = row
  const basis = JSON.stringify([feed_epoch, model, PROMPT_VERSION, LANGUAGE])
  const { updated_at, seq, id } = planned === basis ? row : { updated_at: '-infinity', seq: '0', id: 0 }
  return { read_schema, watermark, basis, updated_at, seq, id }
}

type ChangedRow = Position & {
  readonly ocd_id: string
  readonly is_shown: boolean
  /** JSON of a `TextReference` with `version_id`. */
  readonly current_text: string | null
}

async function readChanged(database: Queryable, live: Live): Promise<readonly ChangedRow[]> {
  const { rows } = await database.query<ChangedRow>(
    `SELECT b.id, b.ocd_id, b.updated_at, b.seq::text AS seq, b.present AND NOT b.deleted AS is_shown,
       ${currentTextOf(live.read_schema, 'b')} AS current_text
     FROM ${live.read_schema}.bills b
     WHERE (b.updated_at, b.seq, b.id) > ($1, $2, $3) AND b.updated_at < $4
     ORDER BY b.updated_at, b.seq, b.id LIMIT ${BILLS}`,
    [live.updated_at, live.seq, live.id, live.watermark],
  )
  return rows
}

function plannedBill({ id, ocd_id, updated_at, is_shown, current_text }: ChangedRow): PlannedBill {
  const bill = { bill_id: id, bill_ocd_id: ocd_id, changed_at: updated_at }
  if (!is_shown || current_text === null) return { ...bill, text: null, version_id: null }
  const { version_id, ...text } = JSON.parse(current_text) as TextReference & { readonly version_id: string }
  return { ...bill, text, version_id }
}

async function savePosition(client: Queryable, live: Live, last: Position): Promise<void> {
  await client.query(
    `INSERT INTO derive.model_position (read_schema, updated_at, seq, id, basis) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (read_schema) DO UPDATE SET updated_at = excluded.updated_at, seq = excluded.seq, id = excluded.id,
       basis = excluded.basis`,
    [live.read_schema, last.updated_at, last.seq, last.id, live.basis],
  )
  await client.query(
    'DELETE FROM derive.model_position p WHERE NOT EXISTS (SELECT FROM control.read_schema r WHERE r.name = p.read_schema)',
  )
}
