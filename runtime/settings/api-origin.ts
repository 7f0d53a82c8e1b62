import { isIPv6 } from 'node:net'
import type { Settings } from './settings.ts'

/** The origin at which people outside reach pages and widgets. */
export const publicOrigin = (settings: Settings): string =>
  settings.public_origin === '' ? apiOrigin(settings) : new URL(settings.public_origin).origin

/** The origin of the console, for links in mails. No header of a request can change it. */
export const consoleOrigin = (settings: Settings): string =>
  settings.console_origin === '' ? apiOrigin(settings) : new URL(settings.console_origin).origin

/** The address at which the API of these settings answers. */
export function apiOrigin({ host, port, tls_cert }: Settings): string {
  return `${tls_cert === '' ? 'http' : 'https'}://${isIPv6(host) ? `[${host}]` : host}:${port}`
}
