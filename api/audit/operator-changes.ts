import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { findAccount, type TokenRow } from '../accounts/accounts.ts'
import { addAuditEntryOrLog, OPERATOR } from './audit-entry.ts'

/** If an operator of the account `by` changed a token of another account, the audit log of that account says so. */
export async function noteForOwner(
  database: Database,
  log: Pick<Log, 'error'>,
  by: string,
  token: TokenRow,
  action: 'createToken' | 'revokeToken' | 'rotateToken',
): Promise<void> {
  if (token.account === by) return
  const { id: account_id } = await findAccount(database, token.account)
  const entry = {
    account_id,
    actor: OPERATOR,
    action,
    path: `/v1/tokens/${token.id}`,
    detail: { token: token.shown, scopes: token.scopes },
  }
  await addAuditEntryOrLog(database, entry, log)
}
