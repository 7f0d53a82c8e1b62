import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import pg from 'pg'
import { createLog } from '../../runtime/log.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

/** Each asks one service whether it answers, within a short time, and never throws. */
export async function answersPostgres(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    // A Postgres that refuses does not answer yet.
    return false
  } finally {
    // The answer is already known.
    await client.end().catch(() => {})
  }
}

export async function answersOpenSearch(url: string): Promise<boolean> {
  const { username, password, origin, pathname } = new URL(url)
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  try {
    const answer = await fetch(`${origin}${pathname.replace(/\/+$/, '')}/_cluster/health`, {
      headers: username === '' ? {} : { authorization: `Basic ${login.toString('base64')}` },
      signal: AbortSignal.timeout(2_000),
    })
    const { status } = (await answer.json()) as { readonly status?: string }
    return status === 'green' || status === 'yellow'
  } catch {
    // A cluster that refuses does not answer yet.
    return false
  }
}

/**
 * Asks for metadata without topics and looks whether a broker is named: before it is unfenced none is. Written by hand,
 * since a whole client takes longer to load than a second start of the services may take.
 */
export async function answersKafka(brokers: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(brokers.map(namesBroker))
  return answers.includes(true)
}

/** A listener with TLS or a login answers nothing before it: here the whole client is worth its loading. */
export async function answersGuardedKafka(settings: Settings): Promise<boolean> {
  const { createKafka } = await import('../../runtime/kafka/client/kafka-client.ts')
  const log = createLog('status', 'silent')
  const admin = createKafka(settings, 'legislog-status', log, { patience_ms: 2_000 }).admin()
  try {
    await admin.connect()
    return (await admin.describeCluster()).brokers.length > 0
  } catch {
    // A Kafka that refuses does not answer yet.
    return false
  } finally {
    await admin.disconnect()
  }
}

async function namesBroker(broker: string): Promise<boolean> {
  const colon = broker.lastIndexOf(':')
  // api key 3 (metadata), version 1, correlation 1, no client id, no topics
  const request = Buffer.from('0000000e' + '0003' + '0001' + '00000001' + 'ffff' + '00000000', 'hex')
  return exchange(broker.slice(0, colon), Number(broker.slice(colon + 1)), request, (received) => {
    // size, correlation, number of brokers
    return received.length < 12 ? undefined : received.readInt32BE(8) > 0
  })
}

/** The list of subjects needs the registry's storage; a health address needs only the process. */
export async function answersRegistry(
  base: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/subjects`, {
      headers,
      signal: AbortSignal.timeout(2_000),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    // A service that refuses does not answer yet.
    return false
  }
}

export async function answersRedis(url: string): Promise<boolean> {
  const { protocol, hostname, port, password, username } = new URL(url)
  const isTls = protocol === 'rediss:'
  const login = ['AUTH', username, password].filter((part) => part !== '').map(decodeURIComponent)
  const commands = [...(password === '' ? [] : [login.join(' ')]), 'PING', '']
  const judge = (received: Buffer) => {
    const text = received.toString('latin1')
    return text.includes('+PONG') ? true : /^-/m.test(text) ? false : undefined
  }
  return exchange(hostname, Number(port || 6379), Buffer.from(commands.join('\r\n')), judge, isTls)
}

/** Sends a request and reads until `judge` decides. Gives false without a connection or an answer in time. */
async function exchange(
  host: string,
  port: number,
  request: Buffer,
  judge: (received: Buffer) => boolean | undefined,
  isTls = false,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = isTls
      ? connectTls({ host, port, timeout: 2_000, servername: isIP(host) === 0 ? host : '' })
      : connect({ host, port, timeout: 2_000 })
    const finish = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    let received = Buffer.alloc(0)
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(request))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answer = judge(received)
      if (answer !== undefined) finish(answer)
    })
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => finish(false))
  })
}
