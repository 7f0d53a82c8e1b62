import type { Settings } from '../runtime/settings.ts'
import { registryFolder, registryJar } from './downloads.ts'
import type { Layout } from './layout.ts'
import { answersRegistry } from './probe.ts'
import type { Launch } from './process.ts'
import type { Service } from './service.ts'

/** The Confluent-compatible address of the private registry. */
export function privateRegistryUrl(settings: Settings): string {
  return `http://127.0.0.1:${settings.registry_port}/apis/ccompat/v7`
}

/** `database` is where the registry keeps its schemas: ids must survive it. */
export function registryService(
  settings: Settings,
  layout: Layout,
  cache: string,
  java: string,
  database: URL,
): Service {
  return {
    name: 'registry',
    isReady: () => answersRegistry(privateRegistryUrl(settings)),
    async prepare(): Promise<Launch> {
      return {
        program: java,
        args: [
          ...['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
          ...['-XX:+ExitOnOutOfMemoryError', '-jar', registryJar(cache)],
        ],
        env: {
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
