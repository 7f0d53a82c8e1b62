import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  BillSheet,
  BillSheetPage,
  SheetChange,
  SheetIdPath,
  SheetQuery,
  SheetRequest,
  type SheetSearch,
} from '../../schemas/http/sheets/sheet.ts'
import { ImportAnswer, ImportRequest } from '../../schemas/http/sheets/sheet-import.ts'
import { ProblemError } from '../http/problem.ts'
import { invalidBody } from '../input/refused-input.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import { filtersOf } from '../read-model/bills/bill-query.ts'
import { importBills } from '../sheets/import-bills.ts'
import { refreshSheet, type SheetParts } from '../sheets/refresh-sheet.ts'
import {
  changeSheet,
  createSheet,
  removeSheet,
  requireSheet,
  type SheetRecord,
  sheetsSource,
} from '../sheets/sheets.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'sheets' } as const
const tags = ['Bill sheets']
/** A pasted list of 10,000 lines, or a CSV file with summaries. */
const IMPORT_BYTES = 4 * 1024 * 1024

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

const shown = (sheet: SheetRecord) => {
  const { id, name, description, search, is_search_cut, bills, created_at, updated_at } = sheet
  return { id, name, description, search, is_search_cut, bills, created_at, updated_at }
}

/** Bill sheets of the caller's account. */
export const billSheetRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addChanges(app, context)
  addImport(app, context)
}

function addReads(app: App, context: RouteContext): void {
  const { database, limits } = context
  app.get(
    '/bill_sheets',
    {
      config,
      schema: {
        operationId: 'listBillSheets',
        summary: 'Bill sheets of the account',
        tags,
        querystring: SheetQuery,
        response: answers(BillSheetPage),
      },
    },
    async (request, reply) => {
      const walk = startWalk(request.query, { path: 'bill_sheets', orders: entityOrders, limits })
      const { id } = request.account
      const found = await readAccountPage<PageRow & SheetRecord>(database, walk.page, sheetsSource(id))
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
    },
  )

  app.get(
    '/bill_sheets/:id',
    {
      config,
      schema: {
        operationId: 'getBillSheet',
        summary: 'One bill sheet',
        tags,
        params: SheetIdPath,
        querystring: NoQuery,
        response: answers(BillSheet),
      },
    },
    async ({ account, params }) => shown(await current(context, account.id, params.id)),
  )
}

function addChanges(app: App, context: RouteContext): void {
  const { database } = context
  app.post(
    '/bill_sheets',
    {
      config: { ...config, problems: ['limit_reached'] },
      schema: {
        operationId: 'createBillSheet',
        summary: 'Create a bill sheet: a list, a saved search, or both',
        tags,
        body: SheetRequest,
        querystring: NoQuery,
        response: answers(BillSheet, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      checkSearch(request.body.search)
      const id = await createSheet(database, request.account.id, request.body)
      return reply
        .code(201)
        .header('location', `${request.routeOptions.url}/${id}`)
        .send(shown(await current(context, request.account.id, id)))
    },
  )

  app.patch(
    '/bill_sheets/:id',
    {
      config,
      schema: {
        operationId: 'changeBillSheet',
        summary: 'Change the name, the description or the search of a sheet',
        tags,
        params: SheetIdPath,
        body: SheetChange,
        querystring: NoQuery,
        response: answers(BillSheet, { description: 'Changed' }),
      },
    },
    async ({ account, params, body }) => {
      checkSearch(body.search)
      await changeSheet(database, account.id, params.id, body)
      return shown(await current(context, account.id, params.id))
    },
  )

  app.delete(
    '/bill_sheets/:id',
    {
      config: { ...config, problems: ['conflict'] },
      schema: {
        operationId: 'deleteBillSheet',
        summary: 'Delete a sheet with everything that is written in it',
        tags,
        params: SheetIdPath,
        querystring: NoQuery,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removeSheet(database, account.id, params.id)
      return reply.code(204).send()
    },
  )
}

function addImport(app: App, context: RouteContext): void {
  app.post(
    '/bill_sheets/:id/import',
    {
      config,
      bodyLimit: IMPORT_BYTES,
      schema: {
        operationId: 'importIntoBillSheet',
        summary: 'Add the bills of a pasted list or a CSV file',
        description:
          'Every line is in the answer: added, already there, or in `unmatched` with its number, its text, a reason and suggestions.',
        tags,
        params: SheetIdPath,
        body: ImportRequest,
        querystring: NoQuery,
        response: answers(ImportAnswer, { description: 'Imported' }),
      },
    },
    async ({ account, params, body }) => {
      await requireSheet(context.database, account.id, params.id)
      return importBills(context, { account_id: account.id, id: params.id }, body)
    },
  )
}

/** The sheet after what was due in it: merges of bills, and its search. */
async function current(parts: SheetParts, accountId: number, id: number): Promise<SheetRecord> {
  const sheet = await requireSheet(parts.database, accountId, id)
  return (await refreshSheet(parts, sheet)) ? requireSheet(parts.database, accountId, id) : sheet
}

/** Refuses a search with a value that cannot match any bill. */
function checkSearch(search: SheetSearch | null | undefined): void {
  if (search == null) return
  try {
    filtersOf(search)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const [fault] = error.extras.errors ?? []
    throw invalidBody(['search', fault?.parameter ?? ''], `search.${error.message}`)
  }
}
