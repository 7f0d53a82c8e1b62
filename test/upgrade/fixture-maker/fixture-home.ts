import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { homeFolder, readSettings, type Settings } from '../../../runtime/settings/settings.ts'
import { type Addresses, withStackAddresses } from '../../../stack/stack.ts'
import { legislog } from '../../support/harness/command-line.ts'
import { eventually } from '../../support/harness/eventually.ts'

/** A separate `legislog up`, as a person runs it. */
export type FixtureHome = {
  readonly folder: string
  /** Runs a command and gives its JSON. Throws if it ends with another code. */
  run<T>(args: readonly string[], code?: number): Promise<T>
  call<T>(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>
  demoToken(): Promise<string>
  withDatabase<T>(work: (database: Database, settings: Settings) => Promise<T>): Promise<T>
  /** Waits until the query gives `true` as `is_so`. */
  until(sql: string): Promise<void>
}

export function fixtureHome(env: Readonly<Record<string, string>>): FixtureHome {
  const settings = readSettings({ ...process.env, ...env })
  const folder = homeFolder(settings)

  async function run<T>(args: readonly string[], code = 0): Promise<T> {
    process.stderr.write(`legislog ${args.join(' ')}\n`)
    const outcome = await legislog([...args, '--json'], { env })
    if (outcome.code !== code)
      throw new Error(`${args.join(' ')} ended with ${outcome.code}:\n${outcome.stdout}${outcome.stderr}`)
    return (outcome.stdout.trim().endsWith('}') ? outcome.json() : {}) as T
  }

  async function withDatabase<T>(work: (database: Database, settings: Settings) => Promise<T>): Promise<T> {
    const own = withStackAddresses(settings, await run<Addresses>(['stack', 'env']))
    const database = createDatabase(own, { application_name: 'legislog fixture' })
    try {
      return await work(database, own)
    } finally {
      await database.end()
    }
  }

  return {
    folder,
    run,
    withDatabase,
    async call<T>(
      token: string,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) {
      const response = await fetch(`http://127.0.0.1:${settings.port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return (text === '' ? {} : JSON.parse(text)) as T
    },
    demoToken: async () => (await readFile(join(folder, 'demo-token'), 'utf8')).trim(),
    async until(sql) {
      await withDatabase((database) =>
        eventually(async () => (await database.query<{ is_so: boolean }>(sql)).rows[0]?.is_so === true, {
          timeout_ms: 60_000,
        }),
      )
    },
  }
}
