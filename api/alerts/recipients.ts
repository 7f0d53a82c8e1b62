import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { createToken, hashToken } from '../accounts/tokens/token-text.ts'
import { lockRecipient, recipientOf } from '../mail/recipient.ts'
import { askToConfirm } from './confirmation-mail.ts'

const LINK_KEY_BYTES = 32

export async function insertFeedRecipient(client: PoolClient, accountId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO alerts.recipient (account_id, link_key, confirmed_at) VALUES ($1, $2, now()) RETURNING id`,
    [accountId, randomBytes(LINK_KEY_BYTES)],
  )
  return rows[0]!.id
}

/**
 * Gives the recipient of an address. A person who has confirmed one subscription of the account has confirmed the others.
 * Anybody else is asked by a mail, at most once a day over all accounts, and never after an opt-out. The answer to the
 * caller does not depend on that.
 */
export async function findMailRecipient(
  client: PoolClient,
  asking: { readonly account_id: number; readonly account: string; readonly email: string },
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<number> {
  const address = recipientOf(asking.email)
  await lockRecipient(client, address)
  const { rows } = await client.query<{ id: number; is_confirmed: boolean }>(
    `INSERT INTO alerts.recipient AS r (account_id, email, address, link_key) VALUES ($1, $2, decode($3, 'hex'), $4)
     ON CONFLICT (account_id, address) DO UPDATE SET email = coalesce(r.email, excluded.email)
     RETURNING id, confirmed_at IS NOT NULL AS is_confirmed`,
    [asking.account_id, asking.email, address, randomBytes(LINK_KEY_BYTES)],
  )
  const { id, is_confirmed } = rows[0]!
  if (is_confirmed) return id
  const token = createToken('alc_')
  const isAsked = await askToConfirm(client, { ...asking, address, token }, { origin, now })
  if (isAsked)
    await client.query("UPDATE alerts.recipient SET confirm_sha256 = decode($2, 'hex') WHERE id = $1", [
      id,
      hashToken(token),
    ])
  return id
}
