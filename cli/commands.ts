import type { Command } from 'commander'
import { registerAccount } from './commands/account.ts'
import { registerApi } from './commands/api.ts'
import { registerCheck } from './commands/check.ts'
import { registerConfig } from './commands/config.ts'
import { registerMigrate } from './commands/migrate.ts'
import { registerStack } from './commands/stack.ts'
import { registerToken } from './commands/token.ts'

/** Every command of `legislog`, in the order of its help. A new one is a line here. */
export const registrations: readonly ((program: Command) => void)[] = [
  registerStack,
  registerMigrate,
  registerConfig,
  registerCheck,
  registerAccount,
  registerApi,
  registerToken,
]
