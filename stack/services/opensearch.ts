import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { openSearchFolder } from '../install/opensearch.ts'
import type { Launch } from '../processes/process.ts'
import { answersOpenSearch } from './probe.ts'
import type { Service } from './service.ts'

/** The private cluster has no login: it listens only on this machine, and everything in it is public. */
export function privateSearchUrl(settings: Settings): string {
  return `http://127.0.0.1:${settings.opensearch_port}`
}

export function openSearchService(settings: Settings, layout: Layout, cache: string, java: string): Service {
  return {
    name: 'opensearch',
    isReady: () => answersOpenSearch(privateSearchUrl(settings)),
    async prepare(): Promise<Launch> {
      const { opensearch_port: port, opensearch_transport_port: transport_port } = settings
      const folder = layout.opensearch_data
      return {
        program: java,
        args: await prepareNode({ home: openSearchFolder(cache), folder, port, transport_port }),
        folder,
        log: layout.logFile('opensearch'),
      }
    },
  }
}

type Node = {
  readonly home: string
  /** Its data and its configuration. */
  readonly folder: string
  readonly port: number
  readonly transport_port: number
}

/** Writes the configuration of a cluster of one node, and gives the arguments of Java that start it. */
export async function prepareNode({ home, folder, port, transport_port }: Node): Promise<string[]> {
  const config = join(folder, 'config')
  const temporary = join(folder, 'tmp')
  await mkdir(config, { recursive: true })
  await mkdir(temporary, { recursive: true })
  await writeFile(
    join(config, 'opensearch.yml'),
    [
      ...['cluster.name: legislog', 'discovery.type: single-node', 'network.host: 127.0.0.1'],
      ...[`http.port: ${port}`, `transport.port: ${transport_port}`],
      ...[`path.data: ${join(folder, 'data')}`, `path.logs: ${join(folder, 'logs')}`],
      // A small disk would make every index read-only.
      'cluster.routing.allocation.disk.threshold_enabled: false',
      // A late write must not bring back an index that was deleted.
      ...['action.auto_create_index: false', ''],
    ].join('\n'),
  )
  await writeFile(join(config, 'log4j2.properties'), LOGGING)
  return [
    ...['-Xms256m', '-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:+ExitOnOutOfMemoryError'],
    // Without its native calls, the server also runs as root.
    ...['-Djna.nosys=true', '-Djna.nounpack=true', '-Djava.security.manager=allow'],
    ...[`-Djava.io.tmpdir=${temporary}`, '-Dlog4j2.disable.jmx=true'],
    ...[`-Dopensearch.path.home=${home}`, `-Dopensearch.path.conf=${config}`],
    ...['-Dopensearch.distribution.type=tar', '-cp', join(home, 'lib', '*')],
    'org.opensearch.bootstrap.OpenSearch',
  ]
}

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %p %c{1} %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`
