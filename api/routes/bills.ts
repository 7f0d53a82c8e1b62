import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BillAnswer, FoundBillPage } from '../../schemas/http/bill-answer.ts'
import {
  BillDetailQuery,
  BillQuery,
  type DetailPart,
  detailParts,
} from '../../schemas/http/bill-parameters.ts'
import { IdPath } from '../../schemas/http/parameters.ts'
import { nextChamber } from '../bill-place.ts'
import { filtersOf, ordersOf, partsOf } from '../bill-query.ts'
import { includedBy, sendJson, sendPage, sendReadyPage, startWalk } from '../collection.ts'
import { idParameter } from '../parameters.ts'
import { type Included, readIncluded } from '../read-model/bill-includes.ts'
import { listBills, readReadyBills } from '../read-model/bill-list.ts'
import { readPassages } from '../read-model/bill-passages.ts'
import { type BillDetailRow, readBill } from '../read-model/bills.ts'
import { joined, withMembers } from '../read-model/json-text.ts'
import { foundOwner } from '../read-model/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

/** Most that is included of a part: of each bill of a list, of a bill by itself. */
const MOST_IN_LIST = 100
const MOST_IN_DETAIL = 1_000

export const billRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, objects, limits },
) => {
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
      const filters = filtersOf(query)
      const parts = partsOf(query)
      const walk = startWalk(query, {
        path: 'bills',
        filters: { ...filters, sort: query.sort },
        orders: ordersOf(query),
        limits,
      })
      if (filters.q === undefined && parts.length === 0) {
        return sendReadyPage(request, reply, walk, await readReadyBills(model, walk.page, filters))
      }
      const found = await listBills(model, walk.page, filters)
      const shown = found.rows.slice(0, walk.page.limit).filter(({ deleted }) => !deleted)
      const ids = shown.map(({ id }) => id)
      const [included, passages] = await Promise.all([
        readIncluded(model, ids, parts, MOST_IN_LIST),
        readPassages({ model, objects }, found.ranked?.slice(0, walk.page.limit) ?? [], filters.q ?? ''),
      ])
      return sendPage(request, reply, walk, found, (row) => {
        const members: Record<string, string> = { latest_action: row.latest_action ?? 'null' }
        if (found.ranked !== undefined) members.passage = JSON.stringify(passages.get(row.id) ?? null)
        return withIncluded(
          withMembers(row.item ?? '{}', members),
          parts.length === 0 ? undefined : included(row.id),
        )
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
      const asked = includedBy(request.query.include)
      const parts: DetailPart[] = detailParts.filter((part) => asked.includes(part))
      const found = await readBill(model, idParameter(id))
      const bill = foundOwner(found, { kind: 'bill', id, location: pathWithId(request) })
      const included = await readIncluded(model, [bill.id], parts, MOST_IN_DETAIL)
      const self = pathWithId(request)(bill.id)
      return sendJson(
        reply,
        withIncluded(billDetail(bill, self), parts.length === 0 ? undefined : included(bill.id)),
      )
    },
  )
}

/** A bill with what was asked for beside it, and which of it is not all there is. */
function withIncluded(bill: string, included: Included | undefined): string {
  if (included === undefined) return bill
  const { parts, cut_short, details } = included
  return joined(withMembers(bill, { ...parts, cut_short: JSON.stringify(cut_short) }), details ?? null)
}

/** Core fields, status and counts as one object: the stored pieces side by side, without parsing them. */
function billDetail(bill: BillDetailRow, self: string): string {
  const { actions, sponsors, withdrawn_sponsors, votes, versions, documents } = bill
  const links = Object.fromEntries(
    ['actions', 'sponsors', 'votes', 'versions', 'committees', 'legislators', 'text'].map((part) => [
      part,
      `${self}/${part}`,
    ]),
  )
  const item = withMembers(bill.item, {
    latest_action: bill.latest_action ?? 'null',
    first_action_date: JSON.stringify(bill.first_action_date),
    latest_passage_date: JSON.stringify(bill.latest_passage_date),
    next_chamber: JSON.stringify(nextChamber(bill)),
    progress: bill.progress ?? '[]',
    related_bills: bill.related_bills ?? '[]',
    ai_summary: 'null',
    counts: JSON.stringify({ actions, sponsors, withdrawn_sponsors, votes, versions, documents }),
    links: JSON.stringify(links),
  })
  return joined(item, bill.detail)
}
