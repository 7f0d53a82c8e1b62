import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { bare } from './connection-rules.ts'

/** The HTTP proxy that every webhook leaves through. */
export type EgressProxy = {
  /** True if the connection to the proxy uses TLS. */
  readonly is_tls: boolean
  readonly host: string
  readonly port: number
  /** The value of Proxy-Authorization. It never appears in messages, logs or attempts. */
  readonly authorization: string | undefined
}

/**
 * Returns undefined if webhooks leave directly. Throws `setting_invalid`, which names the setting and never its
 * value.
 */
export function readEgressProxy(settings: Pick<Settings, 'webhook_proxy_url'>): EgressProxy | undefined {
  if (settings.webhook_proxy_url === '') return undefined
  const url = URL.parse(settings.webhook_proxy_url)
  if (url === null || !isOriginOnly(url)) refuse()
  const isTls = url.protocol === 'https:'
  return {
    is_tls: isTls,
    host: bare(url.hostname),
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    authorization: authorizationOf(url),
  }
}

function isOriginOnly({ protocol, pathname, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // It is not percent-encoded, so the setting is refused.
    return refuse()
  }
}

function refuse(): never {
  const example = 'http://user:secret@proxy.internal:3128'
  const rule = `must be the address of an HTTP proxy such as ${example}, special characters of its secret as %xx`
  throw new LegislogError('setting_invalid', `WEBHOOK_PROXY_URL ${rule}`)
}
