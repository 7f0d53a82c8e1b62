import type { Clock } from '../../runtime/clock.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { TierName } from '../../schemas/http/service/tiers.ts'
import { createTokenMemory, type TokenValue } from '../accounts/tokens/token-memory.ts'
import { hashToken, isWellFormedToken } from '../accounts/tokens/token-text.ts'
import { WIDGET, type WidgetRow } from './widget-row.ts'

/** A widget with its account, found by its token. */
export type Widget = WidgetRow & {
  readonly account_id: number
  readonly account: string
  readonly tier: TierName
  readonly form_key: string
}

export type WidgetCache = {
  find(token: string): Promise<Widget | undefined>
  /** Forgets a widget at once in this process; others follow when their cache expires. */
  forget(id: number): void
}

const MOST_TOKENS = 5_000

/** Finds widgets by their tokens, with a short cache of both hits and misses. */
export function createWidgetCache(database: Queryable, clock: Clock): WidgetCache {
  const widgets = createTokenMemory<Widget>({
    clock,
    most_tokens: MOST_TOKENS,
    read: (sha256) => readWidget(database, sha256),
  })
  return {
    find: async (token) => (isWellFormedToken(token, 'wgt_') ? widgets.find(hashToken(token)) : undefined),
    forget: (id) => widgets.forgetWhere((widget) => widget.id === id),
  }
}

async function readWidget(database: Queryable, sha256: string): Promise<TokenValue<Widget> | undefined> {
  const { rows } = await database.query<Widget & { is_former: boolean }>({
    name: 'widget-of-token',
    text: `SELECT ${WIDGET}, w.account_id, a.name AS account, a.tier, encode(w.form_key, 'hex') AS form_key,
         w.sha256 <> decode($1, 'hex') AS is_former
       FROM account.widget w JOIN account.account a ON a.id = w.account_id
       WHERE (w.sha256 = decode($1, 'hex') OR w.former_sha256 = decode($1, 'hex')) AND w.revoked_at IS NULL`,
    values: [sha256],
  })
  if (rows[0] === undefined) return undefined
  const { is_former, ...widget } = rows[0]
  const end = is_former ? Date.parse(widget.former_token_ends_at ?? '') : Number.POSITIVE_INFINITY
  return { value: widget, ends_at_ms: end }
}
