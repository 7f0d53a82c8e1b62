import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { issueToken } from '../../api/accounts/accounts.ts'
import { hashToken } from '../../api/accounts/tokens/token-text.ts'
import { provideAccount } from '../../api/audit/operator-changes.ts'
import { noteByOperator } from '../../api/audit/token-changes.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { homeFolder, type Settings } from '../../runtime/settings/settings.ts'

export const DEMO_ACCOUNT = 'demo'

export const demoTokenFile = (settings: Settings): string => join(homeFolder(settings), 'demo-token')

/**
 * Gives the token of the account `demo`. It is created once and kept in the home, and created again if the
 * database no longer has it.
 */
export async function demoToken(settings: Settings, database: Database): Promise<string> {
  const file = demoTokenFile(settings)
  // The home has no token yet.
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (kept !== '' && (await isKnown(database, kept))) return kept
  const account = await provideAccount(database, DEMO_ACCOUNT, 'business')
  const { token } = await issueToken(database, account, {
    on_token: (client, made) => noteByOperator(client, made, 'createToken'),
  })
  await mkdir(homeFolder(settings), { recursive: true })
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  return token
}

async function isKnown(database: Database, token: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "SELECT FROM account.token WHERE sha256 = decode($1, 'hex') AND revoked_at IS NULL",
    [hashToken(token)],
  )
  return rowCount === 1
}
