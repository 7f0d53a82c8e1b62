import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { AccountAnswer, AccountDeletion } from '../../schemas/http/service/account.ts'
import { hasScope } from '../access/decorators.ts'
import { deleteAccount, requireTypedName } from '../account-data/delete-account.ts'
import { exportAccount } from '../account-data/export-account.ts'
import { type AccountRow, readAccount } from '../accounts/accounts.ts'
import { problem } from '../http/problem.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent, textAnswer } from './route.ts'

const scope = 'account' as const
const tags = ['Account']

/** A process knows a token for some seconds after its account was deleted. */
const gone = () => problem(404, 'not_found', 'The account is deleted already.')

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** The account itself: what it is, everything that it owns, and its end. */
export const accountRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addDeletion(app, context)
}

function addReads(app: App, { database, clock }: RouteContext): void {
  app.get(
    '/account',
    {
      config: { scope, problems: ['not_found'] },
      schema: {
        operationId: 'getAccount',
        summary: 'The account of the caller',
        tags,
        querystring: NoQuery,
        response: answers(AccountAnswer),
      },
    },
    async ({ account }): Promise<AccountRow> => {
      const found = await readAccount(database, account.id)
      if (found === undefined) throw gone()
      return found
    },
  )

  app.get(
    '/account/export',
    {
      config: { scope, is_audited: true },
      schema: {
        operationId: 'exportAccount',
        summary: 'Everything that the account owns, one row on each line',
        description:
          'NDJSON: a line `export`, a line `{table, row}` for each row, and a line `end` with the number of rows: without it the export was cut off. Secrets and hashes are left out. Contacts of people who signed up are only there for callers with the scope `leads`.',
        tags,
        querystring: NoQuery,
        response: textAnswer('application/x-ndjson', 'The export'),
      },
    },
    async ({ account, log }, reply) => {
      const lines = exportAccount(database, {
        account_id: account.id,
        account: account.name,
        with_contacts: hasScope(account, 'leads'),
        now: clock.now(),
      })
      const stream = Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1024 })
      stream.on('error', (error) => log.warn({ err: error }, 'an export ended early'))
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="account.ndjson"')
        .send(stream)
    },
  )
}

function addDeletion(app: App, { database, clock, tokenCache }: RouteContext): void {
  app.delete(
    '/account',
    {
      // Its audit log goes with the account.
      config: { scope, is_audited: false, problems: ['not_found'] },
      schema: {
        operationId: 'deleteAccount',
        summary: 'Delete the account with everything that it owns, for good',
        description:
          'Tokens and sessions end, webhooks and mails stop, pages and widgets disappear, published scorecards are removed from the public list. The address of a page that was published is never given to another account. Nothing can be restored: export first.',
        tags,
        querystring: AccountDeletion,
        response: noContent,
      },
    },
    async ({ account, query, log }, reply) => {
      requireTypedName(account.name, query.name)
      const deleted = await deleteAccount(database, account, clock.now())
      if (deleted === undefined) throw gone()
      for (const sha256 of deleted.tokens) tokenCache.forget(sha256)
      log.info({ account: account.id }, 'an account was deleted')
      return reply.code(204).send()
    },
  )
}
