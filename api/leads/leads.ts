import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { problem } from '../http/problem.ts'
import { LEAD, type LeadRow, WIPED } from './lead-row.ts'

const OWN = 'l.id = $1 AND l.account_id = $2 AND l.confirmed_at IS NOT NULL AND l.removed_at IS NULL'

export async function findLead(database: Queryable, accountId: number, id: number): Promise<LeadRow> {
  const { rows } = await database.query<LeadRow>(`SELECT ${LEAD} FROM account.lead l WHERE ${OWN}`, [
    id,
    accountId,
  ])
  return rows[0] ?? unknownLead(id)
}

/** Wipes the contact, the consent text, the answers and mails to it at once. Its id stays as a tombstone. */
export async function removeLead(database: Queryable, accountId: number, id: number): Promise<void> {
  const { rowCount } = await database.query(
    `WITH wiped AS (UPDATE account.lead l SET ${WIPED} WHERE ${OWN} RETURNING l.id),
       mails AS (DELETE FROM account.mail m USING wiped WHERE m.lead_id = wiped.id)
     SELECT FROM wiped`,
    [id, accountId],
  )
  if (rowCount === 0) unknownLead(id)
}

function unknownLead(id: number): never {
  throw problem(404, 'not_found', `There is no lead ${id}.`)
}
