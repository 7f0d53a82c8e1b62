import type { onRouteHookHandler } from 'fastify'
import type { Settings } from '../../runtime/settings/settings.ts'

type Query = { readonly properties?: Readonly<Record<string, object>> }

/**
 * The maximum and the default length of a page are settings. When a route is registered, its `limit` gets
 * them, so that validation and the OpenAPI document agree.
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
