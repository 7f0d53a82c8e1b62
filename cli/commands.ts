import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { projectFolder } from '../runtime/settings/settings.ts'

/** The names of a group's commands, and how to load the code that registers them. A command loads only its own code. */
export type Registration = {
  readonly names: readonly string[]
  readonly load: () => Promise<(program: Command) => void>
}

// The container image has no benchmarks.
const hasBenchmarks = existsSync(join(projectFolder, 'bench'))

/** Every command of `legislog`, in the order of its help. A new command is a new line here. */
export const registrations: readonly Registration[] = [
  { names: ['up', 'down'], load: async () => (await import('./commands/up.ts')).registerUp },
  { names: ['setup'], load: async () => (await import('./commands/setup.ts')).registerSetup },
  { names: ['stack'], load: async () => (await import('./commands/stack.ts')).registerStack },
  { names: ['migrate'], load: async () => (await import('./commands/migrate.ts')).registerMigrate },
  { names: ['config'], load: async () => (await import('./commands/config.ts')).registerConfig },
  { names: ['check'], load: async () => (await import('./commands/check.ts')).registerCheck },
  { names: ['schemas'], load: async () => (await import('./commands/schemas.ts')).registerSchemasCommands },
  { names: ['ingest'], load: async () => (await import('./commands/ingest.ts')).registerIngest },
  { names: ['entity'], load: async () => (await import('./commands/entity.ts')).registerEntity },
  {
    names: ['organizations'],
    load: async () => (await import('./commands/organizations.ts')).registerOrganizations,
  },
  { names: ['identity'], load: async () => (await import('./commands/identity.ts')).registerIdentity },
  { names: ['sample'], load: async () => (await import('./commands/sample.ts')).registerSample },
  { names: ['session'], load: async () => (await import('./commands/session.ts')).registerSession },
  { names: ['quarantine'], load: async () => (await import('./commands/quarantine.ts')).registerQuarantine },
  { names: ['pending'], load: async () => (await import('./commands/pending.ts')).registerPending },
  { names: ['sources'], load: async () => (await import('./commands/sources.ts')).registerSources },
  { names: ['relay'], load: async () => (await import('./commands/relay.ts')).registerRelay },
  { names: ['project'], load: async () => (await import('./commands/project.ts')).registerProject },
  { names: ['status'], load: async () => (await import('./commands/status.ts')).registerStatus },
  { names: ['clock'], load: async () => (await import('./commands/clock.ts')).registerClock },
  { names: ['parked'], load: async () => (await import('./commands/parked.ts')).registerParked },
  { names: ['verify'], load: async () => (await import('./commands/verify.ts')).registerVerify },
  {
    names: ['rebuild', 'rollback'],
    load: async () => (await import('./commands/rebuild.ts')).registerRebuild,
  },
  {
    names: ['read-schemas', 'compare'],
    load: async () => (await import('./commands/read-schemas.ts')).registerReadSchemas,
  },
  { names: ['search'], load: async () => (await import('./commands/search.ts')).registerSearch },
  { names: ['locate'], load: async () => (await import('./commands/locate.ts')).registerLocate },
  { names: ['derive'], load: async () => (await import('./commands/derive.ts')).registerDerive },
  { names: ['models'], load: async () => (await import('./commands/models.ts')).registerModels },
  { names: ['log'], load: async () => (await import('./commands/log-show.ts')).registerLog },
  { names: ['account'], load: async () => (await import('./commands/account.ts')).registerAccount },
  { names: ['api'], load: async () => (await import('./commands/api.ts')).registerApi },
  { names: ['openapi'], load: async () => (await import('./commands/openapi.ts')).registerOpenApi },
  { names: ['webhooks'], load: async () => (await import('./commands/webhooks.ts')).registerWebhooks },
  { names: ['alerts'], load: async () => (await import('./commands/alerts.ts')).registerAlerts },
  { names: ['token'], load: async () => (await import('./commands/token.ts')).registerToken },
  { names: ['users'], load: async () => (await import('./commands/users.ts')).registerUsers },
  { names: ['endpoint'], load: async () => (await import('./commands/endpoint.ts')).registerEndpoint },
  { names: ['receive'], load: async () => (await import('./commands/receive.ts')).registerReceive },
  ...(hasBenchmarks
    ? [{ names: ['bench'], load: async () => (await import('./commands/bench.ts')).registerBench }]
    : []),
]
