import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { ensureSecret, readSecret, SERVICE_USER, writeSecretFile } from '../home/secrets.ts'
import { kafkaLibraries } from '../install/downloads.ts'
import { runCommand } from '../processes/command.ts'
import type { Launch } from '../processes/process.ts'
import { type KafkaPasswords, kafkaProperties, scramUser } from './kafka-properties.ts'
import { answersGuardedKafka } from './probe.ts'
import type { Service } from './service.ts'

export type KafkaLogin = Pick<Settings, 'kafka_sasl_mechanism' | 'kafka_username' | 'kafka_password'>

/** Gives the login of the private Kafka, without a password before its first start. */
export function privateKafkaLogin(layout: Layout): KafkaLogin {
  const password = readSecret(layout, 'kafka-legislog')
  if (password === undefined) return { kafka_sasl_mechanism: '', kafka_username: '', kafka_password: '' }
  return {
    kafka_sasl_mechanism: 'scram-sha-512',
    kafka_username: SERVICE_USER,
    kafka_password: password,
  }
}

export function kafkaService(settings: Settings, layout: Layout, cache: string, java: string): Service {
  const classpath = join(kafkaLibraries(cache), '*')
  const kafkaBrokers = [`127.0.0.1:${settings.kafka_port}`]
  return {
    name: 'kafka',
    isReady: () =>
      answersGuardedKafka({ ...settings, kafka_brokers: kafkaBrokers, ...privateKafkaLogin(layout) }),
    async prepare(): Promise<Launch> {
      await mkdir(layout.kafka_data, { recursive: true })
      const passwords = {
        broker: await ensureSecret(layout, 'kafka-legislog'),
        controller: await ensureSecret(layout, 'kafka-controller'),
      }
      const properties = kafkaProperties(settings, layout, passwords)
      const config = await writeSecretFile(layout, 'kafka.properties', properties)
      if (!existsSync(join(layout.kafka_data, 'meta.properties'))) {
        await formatStorage({ layout, config, java, classpath, cluster: await clusterId(layout), passwords })
      }
      return {
        program: java,
        args: [
          ...['-Xms128m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'],
          ...[`-Dlog4j2.configurationFile=${join(import.meta.dirname, 'kafka-log4j2.properties')}`],
          ...['-cp', classpath, 'kafka.Kafka', config],
        ],
        folder: layout.home,
        log: layout.logFile('kafka'),
      }
    },
  }
}

/** Makes the storage of a node, with the user of our services in it: who can log in is part of Kafka's metadata. */
export async function formatStorage(options: {
  readonly layout: Layout
  readonly config: string
  readonly java: string
  readonly classpath: string
  readonly cluster: string
  readonly passwords: KafkaPasswords
}): Promise<void> {
  const { layout, config, java, classpath, cluster, passwords } = options
  const words = [
    ...['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classpath],
    ...['kafka.tools.StorageTool', 'format', '-t', cluster, '-c', config, '--ignore-formatted'],
    ...['--add-scram', scramUser(passwords)],
  ]
  // Everyone on the machine can read the arguments of a process, so these come from a file.
  const quoted = words.map((word) => JSON.stringify(word)).join('\n')
  const file = await writeSecretFile(layout, 'kafka-format.args', quoted)
  try {
    await runCommand(java, [`@${file}`])
  } finally {
    await rm(file, { force: true })
  }
}

/** Kafka names a cluster by 16 random bytes, which must not begin with a dash in this writing. */
async function clusterId(layout: Layout): Promise<string> {
  if (existsSync(layout.kafka_cluster_id)) return (await readFile(layout.kafka_cluster_id, 'utf8')).trim()
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] as number) & 0x7f
  const id = bytes.toString('base64url')
  await writeFile(layout.kafka_cluster_id, id)
  return id
}
