import type { Command } from 'commander'
import { isScope, issueToken, listTokens, type OnToken, revokeToken } from '../../api/accounts/accounts.ts'
import { findToken, rotateToken } from '../../api/accounts/token-rotation.ts'
import { provideAccount } from '../../api/audit/operator-changes.ts'
import { noteByOperator } from '../../api/audit/token-changes.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { parseInstant } from '../../schemas/http/instant.ts'
import { type Scope, scopes } from '../../schemas/http/service/scopes.ts'
import { tierNames } from '../../schemas/http/service/tiers.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction, table } from '../output/answer.ts'
import { tierOption } from './account.ts'

type CreateOptions = { account: string; tier?: string; scope?: string[]; expires?: string }

/** API tokens. A token is printed once, when it is made. */
export function registerToken(program: Command): void {
  const token = program.command('token').description('API tokens')

  setAction<CreateOptions>(
    token
      .command('create')
      .requiredOption('--account <name>', 'name of the account; it is created if it does not exist')
      .option('--tier <tier>', `tier of the account: ${tierNames.join(', ')}`)
      .option('--scope <scope...>', `scopes of the token: ${scopes.join(', ')}`)
      .option('--expires <time>', 'RFC 3339 or a date')
      .description('create a token and print it once'),
    ({ options }) =>
      withDatabase('token', async (database) => {
        const wanted = options.scope?.flatMap((word) => word.split(',')).map(scopeOption)
        const expiresAt = options.expires === undefined ? undefined : expiryOption(options.expires)
        const tier = options.tier === undefined ? undefined : tierOption(options.tier)
        const account = await provideAccount(database, options.account, tier)
        const issued = await issueToken(database, account, {
          scopes: wanted,
          expires_at: expiresAt,
          on_token: note('createToken'),
        })
        return {
          text: issued.token,
          json: { token: issued.token, account: account.name, tier: account.tier, scopes: issued.scopes },
        }
      }),
  )

  setAction<{ account?: string }>(
    token.command('list').option('--account <name>').description('list the tokens, without their secrets'),
    ({ options }) =>
      withDatabase('token', async (database) => {
        const tokens = await listTokens(database, options)
        const rows = tokens.map((row) => [
          String(row.id),
          row.account,
          row.shown,
          row.scopes.join(','),
          row.revoked_at === null ? (row.expires_at ?? '-') : 'revoked',
          row.last_used_at ?? '-',
        ])
        const head = ['ID', 'ACCOUNT', 'TOKEN', 'SCOPES', 'EXPIRES', 'LAST USED']
        return { text: table([head, ...rows]), json: { tokens } }
      }),
  )

  setAction(
    token
      .command('revoke')
      .argument('<id>', 'id of the token, or the token itself')
      .description('revoke a token'),
    ({ args }) =>
      withDatabase('token', async (database) => {
        const which = args[0]!
        const revoked = await revokeToken(
          database,
          /^\d{1,15}$/.test(which) ? { id: Number(which) } : { token: which },
          { on_token: note('revokeToken') },
        )
        if (revoked === undefined) throw new LegislogError('not_found', 'no such token exists')
        return { text: `revoked ${revoked.shown}`, json: { id: revoked.id, revoked_at: revoked.revoked_at } }
      }),
  )

  setAction<{ overlapHours: string }>(
    token
      .command('rotate')
      .argument('<id>')
      .option('--overlap-hours <hours>', 'how long the old token still works', '24')
      .description('replace a token with a new one, and print the new one once'),
    ({ args, options }) =>
      withDatabase('token', async (database) => {
        const hours = Number(options.overlapHours)
        if (options.overlapHours.trim() === '' || !(hours >= 0 && hours <= 168))
          throw new LegislogError('usage', `--overlap-hours is ${options.overlapHours}; it must be 0 to 168`)
        const former = await findToken(database, Number(args[0]) || 0, undefined)
        const rotated = former && (await rotateToken(database, former, hours * 3_600, note('rotateToken')))
        if (rotated === undefined)
          throw new LegislogError(
            'not_found',
            'no such token exists, it has expired, or it was rotated before',
          )
        return {
          text: rotated.token,
          json: { id: rotated.id, token: rotated.token, account: rotated.account, scopes: rotated.scopes },
        }
      }),
  )
}

const note =
  (action: 'createToken' | 'revokeToken' | 'rotateToken'): OnToken =>
  (client, token) =>
    noteByOperator(client, token, action)

function scopeOption(word: string): Scope {
  if (isScope(word)) return word
  throw new LegislogError(
    'usage',
    `--scope is ${JSON.stringify(word)}; it must be one of ${scopes.join(', ')}`,
  )
}

function expiryOption(text: string): string {
  const instant = parseInstant(text)
  if (instant !== undefined && Date.parse(instant) > Date.now()) return instant
  throw new LegislogError(
    'usage',
    `--expires is ${JSON.stringify(text)}; it must be a time or a date in the future`,
  )
}
