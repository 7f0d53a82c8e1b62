import { randomBytes } from 'node:crypto'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { WidgetType } from '../../schemas/http/widgets/widget.ts'
import { requireRoom } from '../accounts/owned-rows.ts'
import { createToken, hashToken, tokenHint } from '../accounts/tokens/token-text.ts'
import { problem } from '../http/problem.ts'
import {
  SETTINGS_COLUMNS,
  settingsValues,
  WIDGET,
  type WidgetRow,
  type WidgetSettings,
} from './widget-row.ts'

export type IssuedWidget = WidgetRow & { readonly token: string }

const MAX_WIDGETS = 100
const FORM_KEY_BYTES = 32

const OWN = 'w.id = $1 AND w.account_id = $2 AND w.removed_at IS NULL'

/** Creates a widget; only this call and a rotation ever return its token. */
export async function createWidget(
  database: Database,
  accountId: number,
  type: WidgetType,
  settings: WidgetSettings,
): Promise<IssuedWidget> {
  const token = createToken('wgt_')
  return inTransaction(database, async (client) => {
    await requireRoom(client, accountId, { table: 'account.widget', most: MAX_WIDGETS, called: 'widgets' })
    const { rows } = await client.query<WidgetRow>(
      `INSERT INTO account.widget AS w (account_id, type, form_key, sha256, shown, ${SETTINGS_COLUMNS})
       VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${WIDGET}`,
      [
        ...[accountId, type, randomBytes(FORM_KEY_BYTES), hashToken(token), tokenHint(token)],
        ...settingsValues(settings),
      ],
    )
    return { ...rows[0]!, token }
  })
}

export async function findWidget(database: Queryable, accountId: number, id: number): Promise<WidgetRow> {
  const { rows } = await database.query<WidgetRow>(`SELECT ${WIDGET} FROM account.widget w WHERE ${OWN}`, [
    id,
    accountId,
  ])
  return rows[0] ?? unknownWidget(id)
}

/** Changes settings under a lock, so that two changes at a time do not undo each other. */
export async function changeWidget(
  database: Database,
  accountId: number,
  id: number,
  change: (before: WidgetRow) => Promise<WidgetSettings>,
): Promise<WidgetRow> {
  return inTransaction(database, async (client) => {
    const { rows: found } = await client.query<WidgetRow>(
      `SELECT ${WIDGET} FROM account.widget w WHERE ${OWN} FOR UPDATE`,
      [id, accountId],
    )
    const settings = await change(found[0] ?? unknownWidget(id))
    const { rows } = await client.query<WidgetRow>(
      `UPDATE account.widget w SET (${SETTINGS_COLUMNS}) = ($3, $4, $5, $6, $7, $8, $9, $10), updated_at = now()
       WHERE ${OWN} RETURNING ${WIDGET}`,
      [id, accountId, ...settingsValues(settings)],
    )
    return rows[0]!
  })
}

/** Ends every token of a widget. A repeat changes nothing. */
export async function revokeWidget(database: Queryable, accountId: number, id: number): Promise<WidgetRow> {
  const { rows } = await database.query<WidgetRow>(
    `UPDATE account.widget w SET revoked_at = coalesce(w.revoked_at, now()),
       former_sha256 = NULL, former_ends_at = NULL,
       updated_at = CASE WHEN w.revoked_at IS NULL THEN now() ELSE w.updated_at END
     WHERE ${OWN} RETURNING ${WIDGET}`,
    [id, accountId],
  )
  return rows[0] ?? unknownWidget(id)
}

/**
 * Gives a widget a new token. The old one works until the overlap ends, and one before that ends now. A revoked widget
 * gets a token too, and is no longer revoked.
 */
export async function rotateWidget(
  database: Queryable,
  accountId: number,
  id: number,
  overlapSeconds: number,
): Promise<IssuedWidget> {
  const token = createToken('wgt_')
  const { rows } = await database.query<WidgetRow>(
    `UPDATE account.widget w SET sha256 = decode($3, 'hex'), shown = $4, rotated_at = now(), updated_at = now(),
       former_sha256 = CASE WHEN w.revoked_at IS NULL AND $5 > 0 THEN w.sha256 END,
       former_ends_at = CASE WHEN w.revoked_at IS NULL AND $5 > 0 THEN now() + $5 * interval '1 second' END,
       revoked_at = NULL
     WHERE ${OWN} RETURNING ${WIDGET}`,
    [id, accountId, hashToken(token), tokenHint(token), overlapSeconds],
  )
  return { ...(rows[0] ?? unknownWidget(id)), token }
}

/** Leaves a tombstone without settings, whose tokens never work again. */
export async function removeWidget(database: Queryable, accountId: number, id: number): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE account.widget w SET removed_at = now(), revoked_at = coalesce(w.revoked_at, now()), updated_at = now(),
       name = '', origins = '{}', shows = '{}', columns = '{}', theme = '{}', lookups = NULL, leads = NULL,
       former_sha256 = NULL, former_ends_at = NULL
     WHERE ${OWN}`,
    [id, accountId],
  )
  if (rowCount === 0) unknownWidget(id)
}

function unknownWidget(id: number): never {
  throw problem(404, 'not_found', `There is no widget ${id}.`)
}
