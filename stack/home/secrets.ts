import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import type { Layout } from './layout.ts'

/** The passwords of the private services; each is random and has a file of its own. */
export type SecretName =
  | 'postgres-superuser'
  | 'postgres-legislog'
  | 'postgres-registry'
  | 'kafka-legislog'
  | 'kafka-controller'
  | 'redis'
  | 'registry'

/** The user of our services at Postgres, Kafka and the registry. */
export const SERVICE_USER = 'legislog'

/** Undefined until the services of this home are started for the first time. */
export function readSecret(layout: Layout, name: SecretName): string | undefined {
  const file = join(layout.secrets, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The password under this name; it is made if it is missing. Needs the lock of the home. */
export async function ensureSecret(layout: Layout, name: SecretName): Promise<string> {
  const present = readSecret(layout, name)
  if (present !== undefined && present !== '') return present
  // Letters, digits, - and _ alone: such a password needs no escape in a URL, a properties file or a shell.
  const password = randomBytes(24).toString('base64url')
  await writeSecretFile(layout, name, password)
  return password
}

/** A file that only the account of this process can read, such as a configuration with a password in it. */
export async function writeSecretFile(layout: Layout, name: string, content: string): Promise<string> {
  await mkdir(layout.secrets, { recursive: true, mode: 0o700 })
  const file = join(layout.secrets, name)
  // The mode counts only for a file that is new.
  await rm(file, { force: true })
  await writeFile(file, content, { mode: 0o600 })
  return file
}

/** Only its owner may read a home: it has passwords, logs and data. */
export async function makeHome(layout: Layout): Promise<void> {
  await mkdir(layout.home, { recursive: true, mode: 0o700 })
  await chmod(layout.home, 0o700).catch((cause) => {
    const message = `LEGISLOG_HOME is ${layout.home}, a folder of another account: its mode cannot be set to 700`
    throw new LegislogError('setting_invalid', message, { cause })
  })
  await mkdir(layout.logs, { recursive: true, mode: 0o700 })
}

/** True if the data of this home comes from a release with private services without logins. */
export function lacksLogins(layout: Layout): boolean {
  const made = [
    [layout.postgres_data, 'postgres-superuser'],
    [join(layout.kafka_data, 'meta.properties'), 'kafka-legislog'],
  ] as const
  return made.some(([data, secret]) => existsSync(data) && readSecret(layout, secret) === undefined)
}

/** Throws `service_failed` if `lacksLogins`. */
export function requireLogins(layout: Layout): void {
  if (!lacksLogins(layout)) return
  throw new LegislogError(
    'service_failed',
    `the stores in ${layout.home} were made before they had logins. Make new ones with ` +
      'legislog stack reset --yes, then load again: docs/upgrading.md',
  )
}
