import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

/** Two requests are the same if their key, route, path and body are the same. */
export type IdempotentRequest = {
  readonly account_id: number
  readonly route: string
  readonly key: string
  /** SHA-256 of path and body, or an HMAC of them, in hex. */
  readonly fingerprint: string
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly is_sealed: boolean
}

/** `claimed`: this request does the work and ends with `keep` or `giveUp`. */
export type Claim =
  | { readonly state: 'claimed'; readonly claim: string }
  | { readonly state: 'under_way' }
  | { readonly state: 'other_request' }
  | { readonly state: 'answered'; readonly answer: Answer }

/**
 * A request ends within half of this time. An older claim is abandoned, and the request may be made again.
 */
const CLAIM_MS = MINUTE_MS

export type IdempotencyStore = {
  /** `keep_ms`: how long the answer is repeated. */
  claim(request: IdempotentRequest, options: { readonly now: Date; readonly keep_ms: number }): Promise<Claim>
  keep(request: IdempotentRequest, claim: string, answer: Answer): Promise<void>
  giveUp(request: IdempotentRequest, claim: string): Promise<void>
  removeOld(now: Date): Promise<void>
}

/** The unique row lets only one of many concurrent requests with the same key continue, on any server. */
export function createIdempotencyStore(database: Database): IdempotencyStore {
  const place = ({ account_id, route, key }: IdempotentRequest) => [account_id, route, key]

  async function take(request: IdempotentRequest, now: Date, keep_ms: number): Promise<string | undefined> {
    const claim = randomUUID()
    const at = (ms: number) => new Date(now.getTime() + ms)
    const { rowCount } = await database.query(
      `INSERT INTO account.idempotency AS i (account_id, route, key, fingerprint, claim, claimed_at, kept_until)
       VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6, $7)
       ON CONFLICT (account_id, route, key) DO UPDATE SET fingerprint = excluded.fingerprint,
         claim = excluded.claim, claimed_at = excluded.claimed_at,
         kept_until = excluded.kept_until, status = NULL, headers = NULL, body = NULL, is_sealed = false
       WHERE i.kept_until <= $6
         OR (i.status IS NULL AND i.claimed_at <= $8 AND i.fingerprint = excluded.fingerprint)`,
      [...place(request), request.fingerprint, claim, now, at(keep_ms), at(-CLAIM_MS)],
    )
    return rowCount === 1 ? claim : undefined
  }

  return {
    async claim(request, { now, keep_ms }) {
      const claim = await take(request, now, keep_ms)
      if (claim !== undefined) return { state: 'claimed', claim }
      const { rows } = await database.query<{
        fingerprint: string
        status: number | null
        headers: Record<string, string>
        body: string
        is_sealed: boolean
      }>(
        `SELECT encode(fingerprint, 'hex') AS fingerprint, status, headers, body, is_sealed
         FROM account.idempotency WHERE account_id = $1 AND route = $2 AND key = $3`,
        place(request),
      )
      const row = rows[0]
      // The row disappeared between the two statements, because its owner just gave up.
      if (row === undefined) return { state: 'under_way' }
      if (row.fingerprint !== request.fingerprint) return { state: 'other_request' }
      const { status, headers, body, is_sealed } = row
      if (status === null) return { state: 'under_way' }
      return { state: 'answered', answer: { status, headers, body, is_sealed } }
    },
    async keep(request, claim, { status, headers, body, is_sealed }) {
      await database.query(
        `UPDATE account.idempotency SET status = $5, headers = $6, body = $7, is_sealed = $8
         WHERE account_id = $1 AND route = $2 AND key = $3 AND claim = $4`,
        [...place(request), claim, status, JSON.stringify(headers), body, is_sealed],
      )
    },
    async giveUp(request, claim) {
      await database.query(
        `DELETE FROM account.idempotency WHERE account_id = $1 AND route = $2 AND key = $3 AND claim = $4`,
        [...place(request), claim],
      )
    },
    async removeOld(now) {
      await database.query('DELETE FROM account.idempotency WHERE kept_until <= $1', [now])
    },
  }
}
