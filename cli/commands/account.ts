import type { Command } from 'commander'
import { deleteAccount } from '../../api/account-data/delete-account.ts'
import { findAccount, listAccounts } from '../../api/accounts/accounts.ts'
import { isTierName } from '../../api/accounts/tiers.ts'
import { changeTier, creditLookups, provideAccount } from '../../api/audit/operator-changes.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type TierName, tierNames } from '../../schemas/http/service/tiers.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction, table } from '../output/answer.ts'

/** Accounts own tokens and webhook endpoints. */
export function registerAccount(program: Command): void {
  const account = program.command('account').description('accounts and their tiers')

  setAction(account.command('list').description('every account'), () =>
    withDatabase('account', async (database) => {
      const accounts = await listAccounts(database)
      const rows = accounts.map(({ id, name, tier, created_at }) => [String(id), name, tier, created_at])
      return { text: table([['ID', 'NAME', 'TIER', 'CREATED'], ...rows]), json: { accounts } }
    }),
  )

  setAction<{ tier: string }>(
    account
      .command('create')
      .argument('<name>')
      .option('--tier <tier>', tierNames.join(', '), 'free')
      .description('create an account, or change the tier of an existing one'),
    ({ args, options }) =>
      withDatabase('account', async (database) => {
        const made = await provideAccount(database, args[0]!, tierOption(options.tier))
        return { text: `${made.name}: ${made.tier}`, json: made }
      }),
  )

  setAction(
    account
      .command('set-tier')
      .argument('<name>')
      .argument('<tier>', tierNames.join(', '))
      .description('change the tier of an account'),
    ({ args }) =>
      withDatabase('account', async (database) => {
        const changed = await changeTier(database, args[0]!, tierOption(args[1]!))
        return { text: `${changed.name}: ${changed.tier}`, json: changed }
      }),
  )

  setAction<{ confirm?: string }>(
    account
      .command('delete')
      .argument('<name>')
      .option('--confirm <name>', 'the same name again')
      .description('delete an account with everything that it owns, for good'),
    ({ args, options }) =>
      withDatabase('account', async (database) => {
        const found = await findAccount(database, args[0]!)
        if (options.confirm !== found.name)
          throw new LegislogError(
            'usage',
            `nothing was deleted: repeat the name, as --confirm ${JSON.stringify(found.name)}`,
          )
        await deleteAccount(database, found, new Date())
        return { text: `${found.name} is deleted`, json: { account: found.name, id: found.id } }
      }),
  )

  setAction<{ reference?: string }>(
    account
      .command('credit')
      .argument('<name>')
      .argument('<lookups>', 'a whole number')
      .option(
        '--reference <text>',
        'reference of the payment, such as an invoice number; each reference is credited once',
      )
      .description(
        'add bought lookups to an account; they are used after the monthly allowance and never expire',
      ),
    ({ args, options }) =>
      withDatabase('account', async (database) => {
        const amount = Number(args[1])
        if (!Number.isSafeInteger(amount) || amount < 1)
          throw new LegislogError(
            'usage',
            `<lookups> is ${JSON.stringify(args[1])}; it must be a whole number`,
          )
        const { id, name } = await findAccount(database, args[0]!)
        const { is_new, balance } = await creditLookups(database, id, amount, options.reference)
        const what = is_new ? `${amount} lookups credited` : `${options.reference} was credited before`
        return { text: `${name}: ${what}, ${balance} left`, json: { account: name, is_new, balance } }
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
