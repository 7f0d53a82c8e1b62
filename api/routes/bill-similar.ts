import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ONE, SIMILAR_VERSION, thresholds } from '../../derive/similar/index/scores.ts'
import type { StoredNeighbor } from '../../derive/similar/tables/stored-lists.ts'
import { normalizedWord } from '../../runtime/words/normalized-word.ts'
import {
  SimilarPage,
  SimilarQuery,
  type SimilarRelation,
  type SimilarScope,
} from '../../schemas/http/bills/similar.ts'
import { IdPath } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { computedRows } from '../paging/computed-list.ts'
import {
  type ComparedBill,
  type NeighborBill,
  readCompared,
  readNeighbors,
  readStoredSimilar,
  type StoredSimilar,
} from '../read-model/similar/similar-bills.ts'
import { hasSameText, relationOf, spreadOut } from '../read-model/similar/similar-order.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }
const SHARED_TERMS = 8

export const billSimilarRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, limits }) => {
  app.get(
    '/bills/:id/similar',
    {
      schema: {
        operationId: 'listSimilarBills',
        summary: 'Bills about the same matter, in other jurisdictions first',
        description:
          'Of the first twenty, at most three are of one jurisdiction, while there are others. A bill that leaves the list leaves no tombstone.',
        tags: ['Bills'],
        params: IdPath,
        querystring: SimilarQuery,
        response: answers(SimilarPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { scope = 'other' } = request.query
      const filters = { scope }
      const walk = startWalk(request.query, { path: `bills/${id}/similar`, filters, orders, limits })
      const { feed, owner } = await readCompared(model, idParameter(id))
      const bill = foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const stored = await readStoredSimilar(model, bill.id)
      const wanted = neighborsIn(stored, scope)
      const ids = wanted.map((neighbor) => neighbor.id)
      const bills = ids.length === 0 ? [] : await readNeighbors(model, bill, ids)
      const items = itemsOf(bill, stored, wanted, bills)
      const rows = computedRows(items, walk.page, feed)
      return sendPage(request, reply, walk, { feed, rows }, ({ content }) => JSON.stringify(content), {
        method: JSON.stringify(methodOf(stored)),
        coverage: JSON.stringify(coverageOf(stored)),
      })
    },
  )
}

function neighborsIn(stored: StoredSimilar | undefined, scope: SimilarScope): readonly StoredNeighbor[] {
  const { other = [], same = [] } = stored?.lists ?? {}
  return [...(scope === 'same' ? [] : other), ...(scope === 'other' ? [] : same)]
}

const methodOf = (stored: StoredSimilar | undefined) => {
  const embedder = stored?.embedder ?? null
  return { name: methodNameOf(embedder), version: SIMILAR_VERSION, embedder }
}

const methodNameOf = (embedder: string | null) => (embedder === null ? 'words' : 'words_and_vectors')

function coverageOf(stored: StoredSimilar | undefined) {
  if (stored?.lists !== undefined) return { status: 'complete', reason: null }
  return { status: 'pending', reason: 'The list of this bill is not made yet.' }
}

type Related = {
  readonly relation: SimilarRelation
  readonly neighbor: StoredNeighbor
  readonly bill: NeighborBill
}

/** Discoveries come first: other jurisdictions, then the same one. Companions and reintroductions end the list. */
function itemsOf(
  owner: ComparedBill,
  stored: StoredSimilar | undefined,
  neighbors: readonly StoredNeighbor[],
  bills: readonly NeighborBill[],
) {
  const byId = new Map(bills.map((bill) => [bill.id, bill]))
  const related = neighbors.flatMap((neighbor): Related[] => {
    const bill = byId.get(neighbor.id)
    return bill === undefined ? [] : [{ relation: relationOf(owner, bill), neighbor, bill }]
  })
  const isOther = ({ bill }: Related) => bill.jurisdiction !== owner.jurisdiction
  const isDiscovery = ({ relation }: Related) => relation === 'similar'
  const others = related.filter(isOther).map((one) => ({ ...one, jurisdiction: one.bill.jurisdiction }))
  const ordered: Related[] = [
    ...spreadOut(others),
    ...related.filter((one) => !isOther(one) && isDiscovery(one)),
    ...related.filter((one) => !isDiscovery(one)),
  ]
  return ordered.map((one) => {
    const content = itemOf(owner, stored!, one)
    return { id: String(content.id), updated_at: content.updated_at, content }
  })
}

function itemOf(owner: ComparedBill, stored: StoredSimilar, { relation, neighbor, bill }: Related) {
  const { id, ocd_id, jurisdiction, session, identifier, title, status } = bill
  const { strong } = thresholds[methodNameOf(stored.embedder)]
  const theirTerms = new Set(bill.terms)
  const theirSubjects = new Set(bill.subjects.map(normalizedWord))
  return {
    id,
    ocd_id,
    updated_at: laterOf(owner, bill),
    bill: { id, ocd_id, jurisdiction, session, identifier: identifier ?? '', title: title ?? '', status },
    score: neighbor.score / ONE,
    strength: neighbor.score >= strong ? 'strong' : 'related',
    relation,
    same_text: hasSameText(owner, bill),
    reasons: {
      shared_terms: stored.terms.filter((term) => theirTerms.has(term)).slice(0, SHARED_TERMS),
      shared_subjects: owner.subjects.filter((subject) => theirSubjects.has(normalizedWord(subject))),
      cosine: neighbor.cosine === null ? null : neighbor.cosine / ONE,
    },
    shared_passage: bill.shared_passage,
  }
}

const laterOf = (one: ComparedBill, other: ComparedBill): string =>
  [one.updated_at, other.updated_at].sort().at(-1)!
