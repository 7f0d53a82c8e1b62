import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  ItemChange,
  ItemsAnswer,
  ItemsRequest,
  SheetIdPath,
  SheetItem,
  SheetItemPage,
  SheetItemPath,
  SheetQuery,
} from '../../schemas/http/sheets/sheet.ts'
import { shownValue } from '../input/accepted-values.ts'
import { parseId } from '../input/parameters.ts'
import { invalidBody } from '../input/refused-input.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, rowsOnPage, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import { readBillBriefs } from '../read-model/bills/bill-briefs.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { readItemBriefs } from '../sheets/item-briefs.ts'
import { refreshSheet } from '../sheets/refresh-sheet.ts'
import {
  addItems,
  changeItem,
  type ItemRecord,
  itemsSource,
  removeItem,
  type WantedItem,
} from '../sheets/sheet-items.ts'
import { requireSheet } from '../sheets/sheets.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'sheets' } as const
const tags = ['Bill sheets']

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** The bills of a sheet, with what the account wrote about each. */
export const billSheetItemRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addItemChanges(app, context)
}

function addReads(app: App, context: RouteContext): void {
  const { database, model, limits } = context
  app.get(
    '/bill_sheets/:id/items',
    {
      config,
      schema: {
        operationId: 'listBillSheetItems',
        summary: 'Bills of a sheet',
        tags,
        params: SheetIdPath,
        querystring: SheetQuery,
        response: answers(SheetItemPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const sheet = await requireSheet(database, request.account.id, id)
      const walk = startWalk(request.query, {
        path: 'bill_sheets/items',
        filters: { id },
        orders: entityOrders,
        limits,
      })
      // A walk that has begun is not changed by what would be due now.
      if (walk.cursor === undefined) await refreshSheet(context, sheet)
      const found = await readAccountPage<PageRow & ItemRecord>(database, walk.page, itemsSource(id))
      const itemOf = await readItemBriefs(model, rowsOnPage(walk, found.rows))
      // The position of an item is no place in an order.
      const rows = found.rows.map((record) => {
        const { deleted, updated_at, seq } = record
        return { id: record.id, deleted, updated_at, seq, item: null, record }
      })
      return sendPage(request, reply, walk, { feed: found.feed, rows }, ({ record }) =>
        JSON.stringify(itemOf(record)),
      )
    },
  )
}

function addItemChanges(app: App, { database, model }: RouteContext): void {
  app.post(
    '/bill_sheets/:id/items',
    {
      config: { ...config, problems: ['limit_reached'] },
      schema: {
        operationId: 'addBillSheetItems',
        summary: 'Add bills to a sheet, or write about those that are there',
        tags,
        params: SheetIdPath,
        body: ItemsRequest,
        querystring: NoQuery,
        response: answers(ItemsAnswer, { status: 201, description: 'Added' }),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await requireSheet(database, request.account.id, id)
      const wanted = await knownBills(model, request.body.items)
      const { added, items } = await addItems(database, request.account.id, id, wanted, { all: true })
      const itemOf = await readItemBriefs(model, items)
      return reply.code(201).send({ added, present: items.length - added, items: items.map(itemOf) })
    },
  )

  app.patch(
    '/bill_sheets/:id/items/:item_id',
    {
      config,
      schema: {
        operationId: 'changeBillSheetItem',
        summary: 'Write about a bill of a sheet: position, priority, note, tags',
        tags,
        params: SheetItemPath,
        body: ItemChange,
        querystring: NoQuery,
        response: answers(SheetItem, { description: 'Changed' }),
      },
    },
    async ({ account, params, body }) => {
      const item = await changeItem(database, account.id, params, body)
      return (await readItemBriefs(model, [item]))(item)
    },
  )

  app.delete(
    '/bill_sheets/:id/items/:item_id',
    {
      config,
      schema: {
        operationId: 'removeBillSheetItem',
        summary: 'Remove a bill from a sheet; its search does not add it again',
        tags,
        params: SheetItemPath,
        querystring: NoQuery,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removeItem(database, account.id, params)
      return reply.code(204).send()
    },
  )
}

type Named = Omit<WantedItem, 'bill_id'> & {
  readonly bill_id?: number
  readonly ocd_id?: string
}

/** The bills that a body names: a merged one is the one that remains. Refuses the body if one does not exist. */
async function knownBills(model: ReadModel, items: readonly Named[]): Promise<WantedItem[]> {
  const ids = items.flatMap(({ bill_id }) => bill_id ?? [])
  const byId = new Map((await readBillBriefs(model, { ids })).map((bill) => [bill.asked_id, bill.id]))
  const byOcdId = new Map<string, number>()
  for (const { ocd_id } of items) {
    if (ocd_id === undefined || byOcdId.has(ocd_id)) continue
    const which = parseId(ocd_id)
    const [found] = which !== undefined && 'ocd_id' in which ? await readBillBriefs(model, which) : []
    if (found !== undefined) byOcdId.set(ocd_id, found.id)
  }
  return items.map(({ bill_id, ocd_id, ...annotations }, index) => {
    if ((bill_id === undefined) === (ocd_id === undefined)) {
      throw invalidBody(['items', index], `items[${index}] must name its bill by bill_id or by ocd_id.`)
    }
    const id = bill_id === undefined ? byOcdId.get(ocd_id!) : byId.get(bill_id)
    if (id !== undefined) return { ...annotations, bill_id: id }
    const name = bill_id === undefined ? 'ocd_id' : 'bill_id'
    const detail = `items[${index}].${name} is ${shownValue(bill_id ?? ocd_id)}; there is no such bill.`
    throw invalidBody(['items', index, name], detail)
  })
}
