import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Scorecard } from '../../schemas/event-bodies/scorecard.ts'
import type { ScorecardChange, ScorecardRequest } from '../../schemas/http/scorecards/own-scorecard.ts'
import { deleteOldTombstones, requireRoom } from '../accounts/owned-rows.ts'
import { problem } from '../http/problem.ts'
import type { EntityId } from '../input/parameters.ts'
import type { Bindings } from '../read-schema/bindings.ts'
import { scorecardOfRequest } from './scorecard-of-request.ts'

export type OwnScorecard = {
  readonly id: number
  readonly ocd_id: string
  readonly scorecard: Scorecard
  readonly note: string
  readonly published_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

const TABLE = 'account.scorecard'
export const MAX_SCORECARDS = 200

const COLUMNS =
  's.id, s.ocd_id, s.definition AS scorecard, s.note, s.published_at, s.created_at, s.updated_at'

/** The rows of an account for a page of its scorecards. */
export const ownScorecardsSource =
  (accountId: number) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${COLUMNS}, 0 AS seq, s.removed_at IS NOT NULL AS deleted, NULL AS item
     FROM account.scorecard s WHERE s.account_id = ${bind(accountId)}`

const unknown = (id: number) => problem(404, 'not_found', `The account has no scorecard ${id}.`)

export async function findOwn(
  database: Queryable,
  accountId: number,
  which: EntityId,
): Promise<OwnScorecard | undefined> {
  const [column, value] = 'id' in which ? ['id', which.id] : ['ocd_id', which.ocd_id]
  const { rows } = await database.query<OwnScorecard>(
    `SELECT ${COLUMNS} FROM account.scorecard s WHERE s.${column} = $1 AND s.account_id = $2 AND s.removed_at IS NULL`,
    [value, accountId],
  )
  return rows[0]
}

export async function requireOwn(database: Queryable, accountId: number, id: number): Promise<OwnScorecard> {
  const found = await findOwn(database, accountId, { id })
  if (found === undefined) throw unknown(id)
  return found
}

export async function createOwn(
  database: Database,
  accountId: number,
  request: ScorecardRequest,
): Promise<number> {
  const scorecard = scorecardOfRequest(request)
  return inTransaction(database, async (client) => {
    await requireRoom(client, accountId, { table: TABLE, most: MAX_SCORECARDS, called: 'scorecards' })
    await deleteOldTombstones(client, accountId, TABLE)
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO account.scorecard (ocd_id, account_id, title, definition, note) VALUES ($1, $2, $3, $4, $5)
       RETURNING id`,
      [
        `ocd-scorecard/${randomUUID()}`,
        accountId,
        scorecard.title,
        JSON.stringify(scorecard),
        request.note ?? '',
      ],
    )
    return rows[0]!.id
  })
}

/** Changes members of the request; the others stay. What is public changes with the next publication. */
export async function changeOwn(
  database: Database,
  accountId: number,
  id: number,
  change: ScorecardChange,
): Promise<void> {
  await inTransaction(database, async (client) => {
    const { scorecard: before, note } = await lockOwn(client, accountId, id)
    const scorecard = scorecardOfRequest(merged(before, change))
    await client.query(
      'UPDATE account.scorecard SET title = $2, definition = $3, note = $4, updated_at = now() WHERE id = $1',
      [id, scorecard.title, JSON.stringify(scorecard), change.note ?? note],
    )
  })
}

/** The stored scorecard is a valid request: every default is stated. */
function merged(before: Scorecard, change: ScorecardChange): ScorecardRequest {
  const { policies, ...stored } = before as unknown as ScorecardRequest & {
    policies: ScorecardRequest['policies'] | null
  }
  const kept = policies === null || policies === undefined ? stored : { ...stored, policies }
  const { policies: changed, ...rest } = change
  const all = { ...kept, ...rest } as ScorecardRequest
  return changed === undefined ? all : { ...all, policies: { ...(policies ?? {}), ...changed } }
}

/** Hands the scorecard to ingest, without its note. Only ingest writes the event. */
export async function publishOwn(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (client) => {
    const { ocd_id, scorecard } = await lockOwn(client, accountId, id)
    await request(client, { id, ocd_id }, { scorecard })
    await client.query(
      'UPDATE account.scorecard SET published_at = now(), updated_at = now() WHERE id = $1',
      [id],
    )
  })
}

/** Does nothing if it is not public. */
export async function unpublishOwn(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (client) => {
    const { ocd_id, published_at } = await lockOwn(client, accountId, id)
    if (published_at === null) return
    await request(client, { id, ocd_id }, { removed: 'unpublished by its organization' })
    await client.query('UPDATE account.scorecard SET published_at = NULL, updated_at = now() WHERE id = $1', [
      id,
    ])
  })
}

/** Wipes everything that the account wrote. A public one is unpublished, too. */
export async function removeOwn(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (client) => {
    const { ocd_id, published_at } = await lockOwn(client, accountId, id)
    if (published_at !== null)
      await request(client, { id, ocd_id }, { removed: 'removed by its organization' })
    await client.query(
      `UPDATE account.scorecard SET title = '', definition = 'null', note = '', published_at = NULL,
         removed_at = now(), updated_at = now() WHERE id = $1`,
      [id],
    )
  })
}

/** The public scorecards of an account that is deleted are no longer public. */
export async function retractScorecards(client: PoolClient, accountId: number): Promise<void> {
  const { rows } = await client.query<{ id: number; ocd_id: string }>(
    'SELECT id, ocd_id FROM account.scorecard WHERE account_id = $1 AND published_at IS NOT NULL',
    [accountId],
  )
  for (const one of rows) await request(client, one, { removed: 'removed by its organization' })
}

async function lockOwn(client: PoolClient, accountId: number, id: number): Promise<OwnScorecard> {
  const { rows } = await client.query<OwnScorecard>(
    `SELECT ${COLUMNS} FROM account.scorecard s WHERE s.id = $1 AND s.account_id = $2 AND s.removed_at IS NULL FOR UPDATE`,
    [id, accountId],
  )
  if (rows[0] === undefined) throw unknown(id)
  return rows[0]
}

async function request(
  client: PoolClient,
  { id, ocd_id }: Pick<OwnScorecard, 'id' | 'ocd_id'>,
  body: { readonly scorecard: Scorecard } | { readonly removed: string },
): Promise<void> {
  await client.query(
    'INSERT INTO ingest.scorecard_request (scorecard_id, ocd_id, body) VALUES ($1, $2, $3)',
    [id, ocd_id, JSON.stringify(body)],
  )
}
