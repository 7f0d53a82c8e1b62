import { ensureAccount, issueToken } from '../../../api/accounts/accounts.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { startCommand } from '../../service/child-process.ts'
import { untilListening } from '../../service/until-listening.ts'
import type { Question } from '../country/questions.ts'
import type { Subject } from '../drive/measure-lookups.ts'
import { createApiAsker } from './ask-api.ts'

/** `accounts`: how many ask, one after another. */
export type ApiSubject = (name: string, accounts: number, questions: Iterator<Question, never>) => Subject

const MOST_ACCOUNTS = 100

/** Runs one API process over the database of the settings. */
export async function withApi<T>(
  settings: Settings,
  database: Database,
  use: (subject: ApiSubject) => Promise<T>,
): Promise<T> {
  const own = { ...settings, port: await freePort() }
  const api = startCommand('api', ['api'], own)
  const origin = `http://${own.host}:${own.port}`
  try {
    await untilListening(origin)
    const tokens = await tokensOf(database, MOST_ACCOUNTS)
    return await use((name, accounts, questions) => ({
      name,
      connect: (connections) =>
        createApiAsker({ origin, tokens: tokens.slice(0, accounts), questions, connections }),
      spent_s: () => api.spent().cpu_s,
    }))
  } finally {
    await api.stop()
  }
}

async function tokensOf(database: Database, accounts: number): Promise<readonly string[]> {
  const tokens: string[] = []
  for (let index = 0; index < accounts; index++) {
    const account = await ensureAccount(database, `lookups ${index}`, 'business')
    tokens.push((await issueToken(database, account)).token)
  }
  return tokens
}
