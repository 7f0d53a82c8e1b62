import type { Command } from 'commander'
import { ensureAccount, listAccounts, setTier } from '../../api/accounts.ts'
import { isTierName } from '../../api/tiers.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type TierName, tierNames } from '../../schemas/http/token.ts'
import { answers, table } from '../answer.ts'
import { withDatabase } from '../with-database.ts'

/** Accounts: who holds tokens and webhook endpoints. */
export function registerAccount(program: Command): void {
  const account = program.command('account').description('accounts and their tiers')

  answers(account.command('list').description('every account'), () =>
    withDatabase('account', async (database) => {
      const accounts = await listAccounts(database)
      const rows = accounts.map(({ id, name, tier, created_at }) => [String(id), name, tier, created_at])
      return { text: table([['ID', 'NAME', 'TIER', 'CREATED'], ...rows]), json: { accounts } }
    }),
  )

  answers<{ tier: string }>(
    account
      .command('create')
      .argument('<name>')
      .option('--tier <tier>', tierNames.join(', '), 'free')
      .description('make an account, or give it this tier'),
    ({ args, options }) =>
      withDatabase('account', async (database) => {
        const made = await ensureAccount(database, args[0]!, tierOption(options.tier))
        return { text: `${made.name}: ${made.tier}`, json: made }
      }),
  )

  answers(
    account
      .command('set-tier')
      .argument('<name>')
      .argument('<tier>', tierNames.join(', '))
      .description('change the tier of an account'),
    ({ args }) =>
      withDatabase('account', async (database) => {
        const changed = await setTier(database, args[0]!, tierOption(args[1]!))
        return { text: `${changed.name}: ${changed.tier}`, json: changed }
      }),
  )
}

export function tierOption(word: string): TierName {
  if (isTierName(word)) return word
  throw new LegislogError(
    'usage',
    `--tier is ${JSON.stringify(word)}; it must be one of ${tierNames.join(', ')}`,
  )
}
