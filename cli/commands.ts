import type { Command } from 'commander'
import { registerAccount } from './commands/account.ts'
import { registerApi } from './commands/api.ts'
import { registerCheck } from './commands/check.ts'
import { registerConfig } from './commands/config.ts'
import { registerEndpoint } from './commands/endpoint.ts'
import { registerIngest } from './commands/ingest.ts'
import { registerMigrate } from './commands/migrate.ts'
import { registerParked } from './commands/parked.ts'
import { registerProject } from './commands/project.ts'
import { registerQuarantine } from './commands/quarantine.ts'
import { registerReceive } from './commands/receive.ts'
import { registerRelay } from './commands/relay.ts'
import { registerSchemasCommands } from './commands/schemas.ts'
import { registerSetup } from './commands/setup.ts'
import { registerSources } from './commands/sources.ts'
import { registerStack } from './commands/stack.ts'
import { registerStatus } from './commands/status.ts'
import { registerToken } from './commands/token.ts'
import { registerUp } from './commands/up.ts'
import { registerWebhooks } from './commands/webhooks.ts'

/** Every command of `legislog`, in the order of its help. A new one is a line here. */
export const registrations: readonly ((program: Command) => void)[] = [
  registerUp,
  registerSetup,
  registerStack,
  registerMigrate,
  registerConfig,
  registerCheck,
  registerSchemasCommands,
  registerIngest,
  registerQuarantine,
  registerSources,
  registerRelay,
  registerProject,
  registerStatus,
  registerParked,
  registerAccount,
  registerApi,
  registerWebhooks,
  registerToken,
  registerEndpoint,
  registerReceive,
]
