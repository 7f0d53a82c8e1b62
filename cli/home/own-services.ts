import type { Settings } from '../../runtime/settings/settings.ts'

/** Our own long-running services and the commands that they are. */
export const ownCommands = {
  relay: ['relay'],
  project: ['project'],
  api: ['api'],
  webhooks: ['webhooks'],
  derive: ['derive'],
  alerts: ['alerts'],
  search: ['search', 'follow'],
  ingest: ['ingest', '--watch'],
} as const satisfies Record<string, readonly string[]>
export type OwnService = keyof typeof ownCommands

export const ownServices = Object.keys(ownCommands) as readonly OwnService[]

/** Those that show their metrics on a port of their own, each on the next one. The API does so if its metrics are private. */
export const measuredServices: readonly OwnService[] = [
  'relay',
  'project',
  'webhooks',
  'api',
  'derive',
  'alerts',
]

/**
 * `search` starts only if there is a search cluster. `ingest` sends requests to publishers, so it starts only if a setting
 * enables it. `ingest` starts after the sample is loaded, so that two runs of one source do not meet.
 */
export function servicesOf({ ingest_watch, search_url }: Settings): {
  readonly first: readonly OwnService[]
  readonly after_sample: readonly OwnService[]
} {
  return {
    first: [
      ...(['relay', 'project', 'api', 'webhooks', 'derive', 'alerts'] as const),
      ...(search_url === '' ? [] : (['search'] as const)),
    ],
    after_sample: ingest_watch ? ['ingest'] : [],
  }
}
