import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../../../runtime/settings/cache-folder.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { layoutOf } from '../../../stack/home/layout.ts'
import { writeSecretFile } from '../../../stack/home/secrets.ts'
import { kafkaLibraries } from '../../../stack/install/downloads.ts'
import { findJava } from '../../../stack/install/programs.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { kafkaService } from '../../../stack/services/kafka.ts'
import { kafkaProperties } from '../../../stack/services/kafka-properties.ts'
import { endService, startService } from '../../../stack/services/service.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { testSettings } from '../harness/settings.ts'

const PASSWORD = 'a pass:word #1'
const STORE_PASSWORD = 'legislog'

/**
 * A broker for this test file only, with a second listener like that of a managed Kafka: TLS with its own authority,
 * and SASL. Returns the complete settings of that listener.
 */
export async function startSecuredKafka(prefix: string): Promise<Settings> {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-kafka-'))
  const [kafka_port, kafka_controller_port, guarded_port] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const test = testSettings({ topic_prefix: prefix, kafka_port, kafka_controller_port, home: folder })
  const layout = layoutOf(test)
  cleanUp(async () => {
    await endService('kafka', layout)
    rmSync(folder, { recursive: true })
  })
  const cache = cacheFolder(test)
  const java = (await findJava())!
  for (const one of [layout.home, layout.logs, layout.kafka_data]) mkdirSync(one, { recursive: true })
  const authority = await makeCertificate(java, folder)
  await writeSecretFile(layout, 'kafka-legislog', PASSWORD)
  const passwords = { broker: PASSWORD, controller: 'of the controller' }
  await writeSecretFile(layout, 'kafka-controller', passwords.controller)
  const listener = guardedListener(kafkaProperties(test, layout, passwords), guarded_port, folder)
  const config = await writeSecretFile(layout, 'kafka.properties', listener)
  const users = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map(
    (mechanism) => `${mechanism}=[name=legislog,password=${PASSWORD}]`,
  )
  await runCommand(java, [
    ...['-Xmx128m', '-XX:+UseSerialGC', '-cp', join(kafkaLibraries(cache), '*'), 'kafka.tools.StorageTool'],
    ...['format', '-t', 'bGVnaXNsb2ctdGVzdC0xMg', '-c', config],
    ...users.flatMap((user) => ['--add-scram', user]),
  ])
  const service = kafkaService(test, layout, cache, java)
  const guarded = {
    ...service,
    async prepare() {
      const launch = await service.prepare()
      await appendFile(config, listener)
      return launch
    },
  }
  await startService(guarded, layout, noProgress)
  return {
    ...test,
    kafka_brokers: [`localhost:${guarded_port}`],
    kafka_tls: true,
    kafka_tls_ca: authority,
    kafka_sasl_mechanism: 'scram-sha-512',
    kafka_username: 'legislog',
    kafka_password: PASSWORD,
  }
}

/** Uses Java's keytool, because the broker needs Java anyway. Returns the file of the certificate. */
async function makeCertificate(java: string, folder: string): Promise<string> {
  const keytool = join(dirname(java), 'keytool')
  const store = ['-keystore', join(folder, 'keys.p12'), '-storepass', STORE_PASSWORD, '-alias', 'kafka']
  await runCommand(keytool, [
    ...['-genkeypair', ...store, '-storetype', 'PKCS12', '-keyalg', 'EC', '-groupname', 'secp256r1'],
    ...['-dname', 'CN=localhost', '-ext', 'san=dns:localhost', '-ext', 'bc=ca:true', '-validity', '2'],
  ])
  const certificate = join(folder, 'authority.pem')
  await runCommand(keytool, ['-exportcert', '-rfc', ...store, '-file', certificate])
  return certificate
}

function guardedListener(properties: string, port: number, folder: string): string {
  const added = {
    listeners: `GUARDED://127.0.0.1:${port}`,
    'advertised.listeners': `GUARDED://localhost:${port}`,
    'listener.security.protocol.map': 'GUARDED:SASL_SSL',
  }
  const lines = properties.trimEnd().split('\n')
  for (const [name, value] of Object.entries(added)) {
    const at = lines.findIndex((line) => line.startsWith(`${name}=`))
    lines[at] = `${lines[at]},${value}`
  }
  const module = 'org.apache.kafka.common.security'
  return `\n${[
    ...lines,
    'listener.name.guarded.sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    `listener.name.guarded.plain.sasl.jaas.config=${module}.plain.PlainLoginModule required user_legislog="${PASSWORD}";`,
    `listener.name.guarded.scram-sha-256.sasl.jaas.config=${module}.scram.ScramLoginModule required;`,
    `listener.name.guarded.scram-sha-512.sasl.jaas.config=${module}.scram.ScramLoginModule required;`,
    `listener.name.guarded.ssl.keystore.location=${join(folder, 'keys.p12')}`,
    `listener.name.guarded.ssl.keystore.password=${STORE_PASSWORD}`,
    'listener.name.guarded.ssl.keystore.type=PKCS12',
  ].join('\n')}\n`
}
