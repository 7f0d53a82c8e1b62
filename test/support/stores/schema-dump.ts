import { dirname, join } from 'node:path'
import { findPostgres } from '../../../stack/install/programs.ts'
import { runCommand } from '../../../stack/processes/command.ts'

/** A program that comes with Postgres, such as `pg_dump`. */
export async function postgresProgram(name: 'pg_dump' | 'pg_restore'): Promise<string> {
  const programs = await findPostgres()
  if (programs === undefined) throw new Error(`no Postgres on this machine: ${name} comes with it`)
  return join(dirname(programs.postgres), name)
}

/** Dumps the tables that migrations make, without text that depends on the machine or the version of pg_dump. */
export const dumpSchema = (url: string): Promise<string> => dump(url, '--exclude-schema=read_*')

export const dumpReadSchema = (url: string, name: string): Promise<string> => dump(url, `--schema=${name}`)

async function dump(url: string, what: string): Promise<string> {
  const args = ['--schema-only', '--no-owner', '--no-privileges', '--no-comments', what, '--dbname', url]
  return normalized(await runCommand(await postgresProgram('pg_dump'), args))
}

/** Statements in the order of pg_dump, which sorts by kind and name. */
function normalized(sql: string): string {
  const noise = /^(--|SET |SELECT pg_catalog\.set_config|\\)/
  const lines = sql.split('\n').filter((line) => !noise.test(line))
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
