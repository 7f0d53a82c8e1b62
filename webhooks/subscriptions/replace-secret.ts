import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { accountBinding, rotateSecrets, type SealedSecret } from '../secrets/endpoint-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** Gives an endpoint a new secret. Former ones also sign for `overlap_ms`. Returns false if there is no such endpoint. */
export function replaceSecret(
  database: Database,
  { id, account_id }: { readonly id: number; readonly account_id: number },
  secret: string,
  { box, now, overlap_ms }: { readonly box: SecretBox; readonly now: Date; readonly overlap_ms: number },
): Promise<boolean> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ secrets: SealedSecret[] }>(
      'SELECT secrets FROM webhook.endpoint WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE',
      [id, account_id],
    )
    if (rows[0] === undefined) return false
    const sealed = box.seal(secret, accountBinding(account_id))
    await client.query(
      'UPDATE webhook.endpoint SET secrets = $2, updated_at = clock_timestamp() WHERE id = $1',
      [id, JSON.stringify(rotateSecrets(rows[0].secrets, sealed, now, overlap_ms))],
    )
    return true
  })
}
