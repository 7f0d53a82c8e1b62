import { HOUR_MS } from '../../runtime/durations.ts'
import type { Database, Queryable } from '../../runtime/postgres/postgres.ts'
import { PREVIEW_TYPE } from '../../schemas/http/widgets/widget.ts'
import { problem } from '../http/problem.ts'
import { previewToken, readPreviewToken } from '../pages/preview-address.ts'
import type { Widget } from './widget-cache.ts'
import { WIDGET } from './widget-row.ts'

const PREVIEW_MS = HOUR_MS

export type SignedPreview = { readonly path: string; readonly expires_at: Date }

/** A path at which a widget can be seen for an hour, on no site and without its token. It takes no sign-up and no address. */
export async function signPreview(database: Queryable, id: number, now: Date): Promise<SignedPreview> {
  const { rows } = await database.query<{ id: number; preview_key: Buffer }>(
    'SELECT id, form_key AS preview_key FROM account.widget WHERE id = $1',
    [id],
  )
  const expires = new Date(now.getTime() + PREVIEW_MS)
  return { path: `/embed/${PREVIEW_TYPE}/${previewToken(rows[0]!, expires)}`, expires_at: expires }
}

/** undefined: nobody signed it, its time is over, or the widget is revoked. */
export async function findPreviewed(
  database: Database,
  token: string,
  now: Date,
): Promise<Widget | undefined> {
  const preview = readPreviewToken(token, now)
  if (preview === undefined) return undefined
  const { rows } = await database.query<Widget>(
    `SELECT ${WIDGET}, w.account_id, a.name AS account, a.tier, encode(w.form_key, 'hex') AS form_key
     FROM account.widget w JOIN account.account a ON a.id = w.account_id
     WHERE w.id = $1 AND w.revoked_at IS NULL`,
    [preview.id],
  )
  const [widget] = rows
  return widget !== undefined && preview.isSignedBy(Buffer.from(widget.form_key, 'hex')) ? widget : undefined
}

/** A form of a preview does nothing. */
export function refuseInPreview(type: string): void {
  if (type === PREVIEW_TYPE)
    throw problem(404, 'not_found', 'This is a preview: its forms work only on the sites of the widget.')
}
