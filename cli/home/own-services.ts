import type { Settings } from '../../runtime/settings/settings.ts'

/** Our own long-running services and the commands that they are. */
export const ownCommands = {
  relay: ['relay'],
  project: ['project'],
  api: ['api'],
  webhooks: ['webhooks'],
  ingest: ['ingest', '--watch'],
} as const satisfies Record<string, readonly string[]>
export type OwnService = keyof typeof ownCommands

export const ownServices = Object.keys(ownCommands) as readonly OwnService[]

/** Those that show their metrics on a port of their own, each on the next one. */
export const measuredServices: readonly OwnService[] = ['relay', 'project', 'webhooks']

/**
 * `ingest` asks publishers: it is started only where somebody said so, and after the sample is there, so that two runs
 * of one source do not meet.
 */
export function servicesOf({ ingest_watch }: Settings): {
  readonly first: readonly OwnService[]
  readonly after_sample: readonly OwnService[]
} {
  return { first: ['relay', 'project', 'api', 'webhooks'], after_sample: ingest_watch ? ['ingest'] : [] }
}
