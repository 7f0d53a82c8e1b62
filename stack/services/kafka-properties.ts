import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { SERVICE_USER } from '../home/secrets.ts'

export type KafkaPasswords = {
  /** The password of our services, which log in to the broker. */
  readonly broker: string
  /** The password of the nodes, which log in to the controller. */
  readonly controller: string
}

const modules = 'org.apache.kafka.common.security'
const CONTROLLER_USER = 'controller'

/** The user of our services as `StorageTool format --add-scram` takes it. */
export function scramUser({ broker }: KafkaPasswords): string {
  return `SCRAM-SHA-512=[name=${SERVICE_USER},password=${broker}]`
}

/** Everything that has a replica count is one: this is a single node for one machine. */
export function kafkaProperties(settings: Settings, layout: Layout, passwords: KafkaPasswords): string {
  const listeners = [
    `BROKER://127.0.0.1:${settings.kafka_port}`,
    `CONTROLLER://127.0.0.1:${settings.kafka_controller_port}`,
  ]
  const properties: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${settings.kafka_controller_port}`,
    listeners: listeners.join(','),
    'advertised.listeners': listeners[0] as string,
    'listener.security.protocol.map': 'BROKER:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT',
    'inter.broker.listener.name': 'BROKER',
    'controller.listener.names': 'CONTROLLER',
    ...logins(passwords),
    'log.dirs': layout.kafka_data,
    // A broker that was killed may register again only when its old session has ended.
    'broker.session.timeout.ms': 4_000,
    'broker.heartbeat.interval.ms': 1_000,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 8,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'log.retention.ms': -1,
    'log.cleaner.dedupe.buffer.size': 16_777_216,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'num.recovery.threads.per.data.dir': 2,
  }
  return `${Object.entries(properties)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`
}

/** Users of SCRAM are part of the metadata that a controller serves, so nodes log in to it with a password of the file. */
function logins({ broker, controller }: KafkaPasswords): Record<string, string> {
  const user = (name: string, password: string) => `username="${name}" password="${password}"`
  const nodes = `${user(CONTROLLER_USER, controller)} user_${CONTROLLER_USER}="${controller}"`
  return {
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.broker.sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'listener.name.broker.scram-sha-512.sasl.jaas.config': `${modules}.scram.ScramLoginModule required ${user(SERVICE_USER, broker)};`,
    'sasl.mechanism.controller.protocol': 'PLAIN',
    'listener.name.controller.sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.controller.plain.sasl.jaas.config': `${modules}.plain.PlainLoginModule required ${nodes};`,
  }
}
