import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { TierName } from '../../schemas/http/service/tiers.ts'
import { type AccountRow, ensureAccount, findAccount } from '../accounts/accounts.ts'
import { buyCredits } from '../accounts/credits.ts'
import { type Actor, addAuditEntry, OPERATOR } from './audit-entry.ts'

const PATH = '/v1/account'

/** Creates the account, or sets its tier if it exists. Either has an entry in its audit log. */
export function provideAccount(
  database: Database,
  name: string,
  tier: TierName | undefined,
  actor: Actor = OPERATOR,
): Promise<AccountRow> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ tier: TierName }>(
      'SELECT tier FROM account.account WHERE name = $1 FOR UPDATE',
      [name],
    )
    const made = await ensureAccount(client, name, tier)
    const entry = { account_id: made.id, actor, path: PATH, detail: { tier: made.tier } }
    if (rows[0] === undefined) await addAuditEntry(client, { ...entry, action: 'createAccount' })
    else if (rows[0].tier !== made.tier) await addAuditEntry(client, { ...entry, action: 'setTier' })
    return made
  })
}

/** Sets the tier of an account that exists. */
export async function changeTier(database: Database, name: string, tier: TierName): Promise<AccountRow> {
  await findAccount(database, name)
  return provideAccount(database, name, tier)
}

/** Adds bought lookups to an account, with an entry in its audit log. */
export async function creditLookups(
  database: Database,
  accountId: number,
  lookups: number,
  reference: string | undefined,
): Promise<{ is_new: boolean; balance: number }> {
  return inTransaction(database, async (client) => {
    const bought = await buyCredits(client, accountId, lookups, reference)
    const detail = { lookups, ...(reference === undefined ? {} : { reference }) }
    const entry = { account_id: accountId, actor: OPERATOR, action: 'buyLookups', path: PATH, detail }
    if (bought.is_new) await addAuditEntry(client, entry)
    return bought
  })
}
