import { join } from 'node:path'
import { homeFolder, type Settings } from '../../runtime/settings/settings.ts'

export type ServiceName = 'postgres' | 'redis' | 'kafka' | 'registry' | 'opensearch'

/** The files of one home: every path that the services use is named here. */
export type Layout = {
  readonly home: string
  readonly logs: string
  readonly lock: string
  /** The folder of all passwords, and of configurations with passwords. */
  readonly secrets: string
  readonly postgres_data: string
  readonly kafka_cluster_id: string
  readonly kafka_data: string
  readonly redis_data: string
  readonly opensearch_data: string
  /** The two files of each process of the home: a private service, `up`, or one of our own services. */
  pidFile(name: string): string
  logFile(name: string): string
}

export function layoutOf(settings: Settings): Layout {
  const home = homeFolder(settings)
  return {
    home,
    logs: join(home, 'logs'),
    lock: join(home, 'lock'),
    secrets: join(home, 'secrets'),
    postgres_data: join(home, 'postgres'),
    kafka_cluster_id: join(home, 'kafka-cluster-id'),
    kafka_data: join(home, 'kafka'),
    redis_data: join(home, 'redis'),
    opensearch_data: join(home, 'opensearch'),
    pidFile: (name) => join(home, `${name}.pid`),
    logFile: (name) => join(home, 'logs', `${name}.log`),
  }
}
