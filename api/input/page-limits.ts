import type { onRouteHookHandler } from 'fastify'
import type { Settings } from '../../runtime/settings/settings.ts'

type Query = { readonly properties?: Readonly<Record<string, object>> }

/**
 * How long a page may be is a setting: as each route is registered, its `limit` gets the real maximum and default, which then
 * hold for what is checked and for what the OpenAPI document says alike.
 */
export function pageLimits(
  settings: Pick<Settings, 'page_limit_default' | 'page_limit_max'>,
): onRouteHookHandler {
  const real = { maximum: settings.page_limit_max, default: settings.page_limit_default }
  return (route) => {
    const query = route.schema?.querystring as Query | undefined
    const limit = query?.properties?.limit
    if (limit === undefined) return
    const properties = { ...query?.properties, limit: { ...limit, ...real } }
    route.schema = { ...route.schema, querystring: { ...query, properties } }
  }
}
