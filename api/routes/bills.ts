import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type DetailPart, detailParts } from '../../schemas/http/bill-query-values.ts'
import { BillAnswer, FoundBillPage } from '../../schemas/http/bills/bill-answer.ts'
import { BillDetailQuery, BillQuery } from '../../schemas/http/bills/bill-parameters.ts'
import { IdPath } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { includedBy, rowsOnPage, sendJson, sendPage, sendReadyPage, startWalk } from '../paging/collection.ts'
import { itemsWithin } from '../paging/rows-within.ts'
import { readBill } from '../read-model/bill/bill.ts'
import { extrasJson, readBillExtras } from '../read-model/bill/bill-extras.ts'
import { currentSummary, listedSummary } from '../read-model/bill/bill-summary.ts'
import { readBillFacets } from '../read-model/bills/bill-facets.ts'
import { type Included, readIncluded } from '../read-model/bills/bill-includes.ts'
import { listBills, readReadyBills } from '../read-model/bills/bill-list.ts'
import { facetsOf, filtersOf, ordersOf, partsOf } from '../read-model/bills/bill-query.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import { interpretedMember, suggestionsForPage } from '../read-model/search/suggestions.ts'
import { readPassages } from '../read-model/texts/passages.ts'
import { joined, withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { readAskedSheet } from '../sheets/asked-sheet.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

/** Most items of an included part: for each bill of a list, and for a single bill. */
const MAX_IN_LIST = 100
const MAX_IN_DETAIL = 1_000

export const billRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  const { model, objects, deriver, limits, clock, rankBills } = context
  app.get(
    '/bills',
    {
      schema: {
        operationId: 'listBills',
        summary: 'Search bills',
        tags: ['Bills'],
        querystring: BillQuery,
        response: answers(FoundBillPage),
      },
    },
    async (request, reply) => {
      const { query } = request
      const asked = await withPrintedSession(model, filtersOf(query))
      const { parts, with_details } = partsOf(query)
      const walk = startWalk(query, {
        path: 'bills',
        filters: { ...asked, sort: query.sort, sheet: query.sheet },
        orders: ordersOf(query),
        limits,
      })
      if (query.sheet !== undefined) app.requireScope(request, 'sheets')
      const ids = await readAskedSheet(context, request.account.id, query.sheet, walk.cursor === undefined)
      const filters = { ...asked, ids }
      if (filters.q === undefined && parts.length === 0 && !with_details && query.facets === undefined) {
        return sendReadyPage(request, reply, walk, await readReadyBills(model, walk.page, filters))
      }
      const facets = facetsOf(query)
      const counting = facets.length === 0 ? null : readBillFacets(model, filters, facets)
      // If the bills cannot be read, its failure is not the one to report.
      counting?.catch(() => {})
      const found = await listBills(model, walk.page, filters, rankBills)
      // The passages come from the object store while Postgres reads the included parts.
      const reading = readPassages(objects, found.ranked?.slice(0, walk.page.limit) ?? [], filters.q ?? '')
      const limit = { most: MAX_IN_LIST, bytes: partBytes(limits, parts) }
      const items = await itemsWithin(rowsOnPage(walk, found.rows), limits.page_bytes, async (rows) => {
        const ids = rows.map(({ id }) => id)
        const [included, extras, passages] = await Promise.all([
          readIncluded(model, ids, parts, limit),
          readBillExtras(model, with_details ? ids : []),
          reading,
        ])
        return (row) => {
          const members: Record<string, string> = { latest_action: row.latest_action ?? 'null' }
          if (found.ranked !== undefined) members.passage = JSON.stringify(passages.get(row.id) ?? null)
          const bill = withIncluded(withMembers(row.item ?? '{}', members), parts, included(row.id))
          const more = extras.get(row.id)
          return more === undefined
            ? bill
            : joined(bill, extrasJson(more, `${request.routeOptions.url}/${row.id}`, listedSummary(more)))
        }
      })
      const suggestions = await suggestionsForPage(
        model,
        {
          q: found.ranked === undefined ? undefined : filters.q,
          is_first: walk.cursor === undefined,
          found: found.rows.length,
        },
        clock.now(),
      )
      return sendPage(request, reply, walk, found, (row) => items.get(row.id), {
        ...(query.facets === undefined ? {} : { facets: JSON.stringify(await counting) }),
        ...interpretedMember(suggestions),
      })
    },
  )

  app.get(
    '/bills/:id',
    {
      schema: {
        operationId: 'getBill',
        summary: 'One bill',
        tags: ['Bills'],
        params: IdPath,
        querystring: BillDetailQuery,
        response: answers(BillAnswer),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const wanted = includedBy(request.query.include)
      const parts: DetailPart[] = detailParts.filter((part) => wanted.includes(part))
      const found = await readBill(model, idParameter(id))
      const bill = foundOwner(found, { kind: 'bill', id, location: pathWithId(request) })
      const [included, summary] = await Promise.all([
        readIncluded(model, [bill.id], parts, { most: MAX_IN_DETAIL, bytes: partBytes(limits, parts) }),
        currentSummary(deriver, bill, (error) =>
          request.log.warn({ err: error, bill_id: bill.id }, 'a bill is shown without its summary'),
        ),
      ])
      const item = withMembers(bill.item, { latest_action: bill.latest_action ?? 'null' })
      const detail = joined(item, extrasJson(bill, pathWithId(request)(bill.id), summary))
      return sendJson(reply, withIncluded(detail, parts, included(bill.id)))
    },
  )
}

/** An equal share of the bytes of a page for each part, so that one bill is no larger than a page. */
const partBytes = ({ page_bytes }: RouteContext['limits'], parts: readonly DetailPart[]): number =>
  Math.floor(page_bytes / Math.max(1, parts.length))

/** Adds the requested parts to a bill, and the names of those that are incomplete. */
const withIncluded = (bill: string, wanted: readonly DetailPart[], { parts, cut_short }: Included): string =>
  wanted.length === 0 ? bill : withMembers(bill, { ...parts, cut_short: JSON.stringify(cut_short) })
