import { registryAuthorization } from '../../runtime/settings/addresses.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { ensureSecret, readSecret, SERVICE_USER } from '../home/secrets.ts'
import { registryFolder, registryJar } from '../install/downloads.ts'
import type { Launch } from '../processes/process.ts'
import { answersRegistry } from './probe.ts'
import type { Service } from './service.ts'

/** The Confluent-compatible address of the private registry. */
export function privateRegistryUrl(settings: Settings): string {
  return `http://127.0.0.1:${settings.registry_port}/apis/ccompat/v7`
}

export type RegistryLogin = Pick<Settings, 'schema_registry_username' | 'schema_registry_password'>

/** Gives the login of the private registry, without a password before its first start. */
export function privateRegistryLogin(layout: Layout): RegistryLogin {
  const password = readSecret(layout, 'registry')
  return {
    schema_registry_username: password === undefined ? '' : SERVICE_USER,
    schema_registry_password: password ?? '',
  }
}

/** `database` stores the schemas of the registry, so that their ids survive a restart. */
export function registryService(
  settings: Settings,
  layout: Layout,
  cache: string,
  java: string,
  database: URL,
): Service {
  return {
    name: 'registry',
    isReady: () =>
      answersRegistry(
        privateRegistryUrl(settings),
        registryAuthorization({ ...settings, ...privateRegistryLogin(layout) }),
      ),
    async prepare(): Promise<Launch> {
      return {
        program: java,
        args: [
          ...['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
          ...['-XX:+ExitOnOutOfMemoryError', '-jar', registryJar(cache)],
        ],
        env: {
          ...loginOf(await ensureSecret(layout, 'registry')),
          APICURIO_STORAGE_KIND: 'sql',
          APICURIO_STORAGE_SQL_KIND: 'postgresql',
          APICURIO_DATASOURCE_URL: `jdbc:postgresql://${database.host}${database.pathname}`,
          APICURIO_DATASOURCE_USERNAME: decodeURIComponent(database.username),
          APICURIO_DATASOURCE_PASSWORD: decodeURIComponent(database.password),
          APICURIO_DATASOURCE_JDBC_INITIAL_SIZE: '2',
          APICURIO_DATASOURCE_JDBC_MIN_SIZE: '2',
          APICURIO_DATASOURCE_JDBC_MAX_SIZE: '10',
          QUARKUS_HTTP_HOST: '127.0.0.1',
          QUARKUS_HTTP_PORT: String(settings.registry_port),
          QUARKUS_MANAGEMENT_HOST: '127.0.0.1',
          QUARKUS_MANAGEMENT_PORT: String(settings.registry_management_port),
          QUARKUS_LOG_LEVEL: 'WARN',
          QUARKUS_HTTP_ACCESS_LOG_ENABLED: 'false',
        },
        folder: registryFolder(cache),
        log: layout.logFile('registry'),
      }
    },
  }
}

/** Basic authentication. The registry refuses every request without it, for its API and its pages. */
function loginOf(password: string): Readonly<Record<string, string>> {
  const user = SERVICE_USER.toUpperCase()
  return {
    QUARKUS_HTTP_AUTH_BASIC: 'true',
    QUARKUS_SECURITY_USERS_EMBEDDED_PLAIN_TEXT: 'true',
    [`QUARKUS_SECURITY_USERS_EMBEDDED_USERS_${user}`]: password,
    [`QUARKUS_SECURITY_USERS_EMBEDDED_ROLES_${user}`]: 'sr-admin',
    QUARKUS_HTTP_AUTH_PERMISSION_ALL_PATHS: '/*',
    QUARKUS_HTTP_AUTH_PERMISSION_ALL_POLICY: 'authenticated',
  }
}
