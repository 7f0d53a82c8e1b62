import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import type { SASLOptions } from 'kafkajs'
import { LegislogError } from '../../../schemas/errors.ts'
import { projectFolder, type Settings } from '../../settings/settings.ts'

/** TLS and SASL options for kafkajs; both undefined for a plain listener without logins. */
export type KafkaAccess = { readonly ssl?: true | ConnectionOptions; readonly sasl?: SASLOptions }

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** Throws `setting_invalid` if TLS or SASL is only half set. */
export function kafkaAccess(settings: Settings): KafkaAccess {
  const ssl = readTls(settings)
  const sasl = readSasl(settings)
  return { ...(ssl !== undefined && { ssl }), ...(sasl !== undefined && { sasl }) }
}

/** True if any of these settings is given: the listener does not answer without them. */
export function isKafkaGuarded(settings: Settings): boolean {
  const { kafka_tls, kafka_tls_ca, kafka_sasl_mechanism, kafka_username, kafka_password } = settings
  return kafka_tls || [kafka_tls_ca, kafka_sasl_mechanism, kafka_username, kafka_password].some(Boolean)
}

function readTls({ kafka_tls, kafka_tls_ca }: Settings): KafkaAccess['ssl'] {
  if (!kafka_tls && kafka_tls_ca !== '') throw invalid('KAFKA_TLS_CA is set, but KAFKA_TLS is not')
  if (!kafka_tls) return undefined
  if (kafka_tls_ca === '') return true
  try {
    return { ca: [readFileSync(resolve(projectFolder, kafka_tls_ca), 'utf8')] }
  } catch (cause) {
    throw invalid(`KAFKA_TLS_CA is ${JSON.stringify(kafka_tls_ca)}, which cannot be read`, cause)
  }
}

function readSasl({
  kafka_sasl_mechanism,
  kafka_username,
  kafka_password,
}: Settings): SASLOptions | undefined {
  const given = {
    KAFKA_SASL_MECHANISM: kafka_sasl_mechanism,
    KAFKA_USERNAME: kafka_username,
    KAFKA_PASSWORD: kafka_password,
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === '' ? [name] : []))
  if (missing.length === Object.keys(given).length) return undefined
  if (missing.length > 0) {
    throw invalid(
      `${missing.join(' and ')} must be given too: a login needs ${Object.keys(given).join(', ')}`,
    )
  }
  const mechanism = mechanisms.find((name) => name === kafka_sasl_mechanism.toLowerCase())
  if (mechanism === undefined) {
    throw invalid(
      `KAFKA_SASL_MECHANISM is ${JSON.stringify(kafka_sasl_mechanism)}; it must be one of ${mechanisms.join(', ')}`,
    )
  }
  return { mechanism, username: kafka_username, password: kafka_password }
}

function invalid(message: string, cause?: unknown): LegislogError {
  return new LegislogError('setting_invalid', message, { cause })
}
