import { beforeAll, describe, expect, it } from 'vitest'
import { createKafka, ensureTopics } from '../../../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../../../runtime/settings/settings.ts'
import { status } from '../../../../stack/status.ts'
import { bills, createReader, drain, messages, numbers, Store } from '../../../support/log/log-readers.ts'
import { openLogSource, readAll } from '../../../support/log/log-sources.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { uniquePrefix } from '../../../support/log/topic-names.ts'
import { listTopicsOnce } from '../../../support/servers/kafka-login.ts'
import { startSecuredKafka } from '../../../support/servers/secured-kafka.ts'

let settings: Settings

beforeAll(async () => {
  settings = await startSecuredKafka(uniquePrefix())
  await ensureTopics(createKafka(settings, 'legislog-test'), settings)
}, 180_000)

async function connectWith(changes: Partial<Settings>): Promise<void> {
  await listTopicsOnce({ ...settings, ...changes })
}

describe('a Kafka that requires TLS and a login', () => {
  it('can be written and read, by the live reader and by the source of a rebuild', async () => {
    await publishRaw(settings, messages(0, 30, { partition: 1 }))
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    const read = await readAll(openLogSource(settings), bills, 1, 0n, 30n)
    expect(read.map(({ value }) => String(value))).toEqual(numbers(0, 30))
  })

  it('accepts each of the three login mechanisms', async () => {
    for (const kafkaSaslMechanism of ['plain', 'scram-sha-256', 'SCRAM-SHA-512']) {
      await expect(connectWith({ kafka_sasl_mechanism: kafkaSaslMechanism })).resolves.toBeUndefined()
    }
  })

  it('refuses a wrong password, and is refused if its certificate is not trusted', async () => {
    await expect(connectWith({ kafka_password: 'wrong' })).rejects.toThrow(/[Aa]uthentication failed/)
    await expect(connectWith({ kafka_tls_ca: '' })).rejects.toThrow(/self-signed certificate/)
    await expect(
      connectWith({ kafka_brokers: [settings.kafka_brokers[0]!.replace('localhost', '127.0.0.1')] }),
    ).rejects.toThrow(/does not match certificate/)
  })

  it('is checked for readiness with TLS and the login', async () => {
    const stateOf = async (changed: Settings) =>
      (await status(changed)).find(({ name }) => name === 'kafka')?.state
    expect(await stateOf(settings)).toBe('ready')
    expect(await stateOf({ ...settings, kafka_password: 'wrong' })).toBe('silent')
  })
})

describe('the settings of a Kafka login', () => {
  it.each([
    [{ kafka_tls: false }, /KAFKA_TLS_CA is set, but KAFKA_TLS is not/],
    [{ kafka_tls_ca: 'nowhere.pem' }, /KAFKA_TLS_CA is "nowhere.pem", which cannot be read/],
    [{ kafka_password: '' }, /KAFKA_PASSWORD must be given too/],
    [
      { kafka_sasl_mechanism: '', kafka_username: '' },
      /KAFKA_SASL_MECHANISM and KAFKA_USERNAME must be given/,
    ],
    [{ kafka_sasl_mechanism: 'gssapi' }, /KAFKA_SASL_MECHANISM is "gssapi"; it must be one of plain, scram/],
  ])('are refused by name if they are incomplete: %o', (changes, message) => {
    expect(() => createKafka({ ...settings, ...changes }, 'legislog-test')).toThrow(
      expect.objectContaining({ code: 'setting_invalid', message: expect.stringMatching(message) }),
    )
  })
})
