import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { findAccount, type OnToken, type TokenRow } from '../accounts/accounts.ts'
import { noteOf } from './audit-changes.ts'
import { addAuditEntry, OPERATOR } from './audit-entry.ts'

type TokenAction = 'createToken' | 'revokeToken' | 'rotateToken'

/** What an operator did to a token is in the audit log of its account. */
export async function noteByOperator(
  client: Queryable,
  { id, account, shown, scopes }: TokenRow,
  action: TokenAction,
): Promise<void> {
  const { id: account_id } = await findAccount(client, account)
  const entry = { account_id, actor: OPERATOR, action, path: `/v1/tokens/${id}` }
  await addAuditEntry(client, { ...entry, detail: { token: shown, scopes } })
}

/**
 * Notes the change of a token in the audit log of the caller. If the caller is an operator of another account, the log of the
 * owner has it too.
 */
export const noteByCaller =
  (request: FastifyRequest, action: TokenAction): OnToken =>
  async (client, token) => {
    const { id, account, shown, scopes } = token
    await noteOf(request)(client, { path: `/v1/tokens/${id}`, detail: { token: shown, account, scopes } })
    if (account !== request.account.name) await noteByOperator(client, token, action)
  }
