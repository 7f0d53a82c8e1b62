import { apiOrigin } from '../runtime/settings/api-origin.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { LegislogError } from '../schemas/errors.ts'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * What accounts publish needs an origin of its own, so that nothing on a page shares one with the API. An API that listens
 * on loopback only is a trial on one machine and needs none. Throws `setting_invalid`.
 */
export function requireOwnOrigin(settings: Settings): void {
  const { public_origin: origin, host } = settings
  if (origin === '') {
    if (LOOPBACK.test(host)) return
    throw new LegislogError(
      'setting_invalid',
      `PUBLIC_ORIGIN is empty, and HOST is ${host}, which others can reach: set PUBLIC_ORIGIN to the origin of pages and widgets, with a host name that the API does not use, such as https://pages.example.org`,
    )
  }
  const { pathname, search, hash, host: named } = new URL(origin)
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new LegislogError(
      'setting_invalid',
      `PUBLIC_ORIGIN is ${origin}; it must be an origin without a path, such as https://pages.example.org`,
    )
  if (named === new URL(apiOrigin(settings)).host)
    throw new LegislogError(
      'setting_invalid',
      `PUBLIC_ORIGIN is ${origin}, the address of the API: pages and widgets need a host name that the API does not use`,
    )
}
