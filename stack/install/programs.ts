import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from '../processes/command.ts'

/** Finds a program on the machine: in PATH, then in the folders of packages. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...path, ...folders].map((folder) => join(folder, name)).find(isExecutable)
}

export type PostgresPrograms = {
  readonly postgres: string
  readonly initdb: string
  readonly major: number
  readonly postgis: boolean
}

/** The newest Postgres of the machine, servers being rarely in PATH. */
export async function findPostgres(): Promise<PostgresPrograms | undefined> {
  const folder = [...versionedFolders(), ...(process.env.PATH ?? '').split(delimiter)].find(
    (each) => isExecutable(join(each, 'postgres')) && isExecutable(join(each, 'initdb')),
  )
  if (folder === undefined) return undefined
  const version = await runCommand(join(folder, 'postgres'), ['--version'])
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1] ?? 0)
  return {
    postgres: join(folder, 'postgres'),
    initdb: join(folder, 'initdb'),
    major,
    postgis: await hasPostgis(folder, major),
  }
}

export async function findJava(): Promise<string | undefined> {
  const homes = process.env.JAVA_HOME === undefined ? [] : [join(process.env.JAVA_HOME, 'bin')]
  const brew = ['/opt/homebrew/opt/openjdk/bin', '/usr/local/opt/openjdk/bin']
  for (const folder of [...homes, ...(process.env.PATH ?? '').split(delimiter), ...brew]) {
    const java = join(folder, 'java')
    if (!isExecutable(java)) continue
    // A Java that does not start has no version.
    const version = await runCommand(java, ['-version']).catch(() => '')
    if (Number(/version "(\d+)/.exec(version)?.[1] ?? 0) >= 17) return java
  }
  return undefined
}

function versionedFolders(): string[] {
  const debian = children('/usr/lib/postgresql').map((major) => `/usr/lib/postgresql/${major}/bin`)
  const brew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((opt) =>
    children(opt)
      .filter((name) => name.startsWith('postgresql'))
      .map((name) => join(opt, name, 'bin')),
  )
  return [...debian, ...brew]
}

/** Names of a folder's entries, the highest number first. */
function children(folder: string): string[] {
  if (!existsSync(folder)) return []
  const order = new Intl.Collator('en', { numeric: true })
  return readdirSync(folder).sort((a, b) => order.compare(b, a))
}

/** Its scripts and its library come in packages of their own. */
async function hasPostgis(folder: string, major: number): Promise<boolean> {
  const config = join(folder, 'pg_config')
  const places = isExecutable(config)
    ? (await runCommand(config, ['--sharedir', '--pkglibdir'])).trim().split('\n')
    : [`/usr/share/postgresql/${major}`, `/usr/lib/postgresql/${major}/lib`]
  const [shared = '', libraries = ''] = places
  return (
    existsSync(join(shared, 'extension', 'postgis.control')) &&
    children(libraries).some((name) => name.startsWith('postgis-'))
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // The file does not exist, or may not be run.
    return false
  }
}
