import type { QuestionVector } from '../../../derive/similar/read/question-vectors.ts'
import type { RankingMethod } from '../../../schemas/http/bills/asked-bills.ts'
import type { PageRow } from '../../paging/page-select.ts'
import type { ParsedQuestion } from '../../question/parse-question.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { readLikeness, readNearestBills } from '../ranking/nearest-bills.ts'
import { type Passage, passageOf } from '../texts/passage.ts'
import { type AskedTerm, type Concept, conceptsOf, termsIn } from './asked-words.ts'
import { countTerms } from './count-terms.ts'
import { type Found, type FusedBill, fuseFound } from './fuse-rankings.ts'
import { questionConditions } from './question-conditions.ts'
import { rankByWords } from './rank-by-words.ts'

/** Bills of each method that are fused. */
const RANKED = 200

export type AskedBill = PageRow & {
  readonly id: number
  readonly position: number
  readonly latest_action: string | null
  readonly title: string
  readonly abstracts: string
  readonly passage: Passage | null
  readonly matched_by: readonly RankingMethod[]
  readonly why: {
    readonly terms: readonly string[]
    readonly synonyms: readonly string[]
    readonly words_rank: number | null
    readonly vectors_rank: number | null
  }
}

export type AskedBills = {
  readonly feed: Feed
  readonly rows: readonly AskedBill[]
  readonly ranking: readonly RankingMethod[]
  readonly synonyms: readonly string[]
}

/** Reads the bills that meet the conditions of a question, those first whose words are most like its subject. */
export async function readAskedBills(
  model: ReadModel,
  { filters, subject }: Pick<ParsedQuestion, 'filters' | 'subject'>,
  {
    limit,
    vectorOf,
  }: {
    readonly limit: number
    /** The vector of a text; undefined if there is no model, or if it does not answer. */
    readonly vectorOf: (text: string) => Promise<QuestionVector | undefined>
  },
): Promise<AskedBills> {
  const concepts = conceptsOf(subject)
  const words = concepts.flatMap((concept) => concept.words)
  const synonyms = concepts.flatMap((concept) => concept.synonyms)
  // The number of a bill says which one is meant. Its title may use other words than the question.
  const isRanked = concepts.length > 0 && filters.identifiers.length === 0
  const found = isRanked
    ? await findBills(model, { concepts, filters, vector: vectorOf(subject.replace(/\s+/gu, ' ').trim()) })
    : undefined
  const fused =
    found === undefined ? await newestBills(model, filters, limit) : fuseFound(found).slice(0, limit)
  const { feed, rows } = await readRows(
    model,
    fused.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = fused.flatMap((one) => {
    const row = byId.get(one.id)
    return row === undefined ? [] : [{ row, ranks: one.ranks }]
  })
  return {
    feed,
    rows: shown.map(({ row, ranks }, position) => askedBill(row, ranks, { words, synonyms }, position)),
    ranking: found === undefined ? [] : found.vectors.length === 0 ? ['words'] : ['words', 'vectors'],
    synonyms: isRanked ? synonyms.map(({ text }) => text) : [],
  }
}

/** What the methods that can be used found. Without vectors of the bills, words alone decide. */
async function findBills(
  model: ReadModel,
  asked: {
    readonly concepts: readonly Concept[]
    readonly filters: ParsedQuestion['filters']
    readonly vector: Promise<QuestionVector | undefined>
  },
): Promise<Found> {
  const { concepts, filters } = asked
  const byWords = countTerms(model, concepts).then((counted) =>
    rankByWords(model, { concepts: counted, filters, limit: RANKED }),
  )
  const [words, { vector, vectors }] = await Promise.all([
    byWords,
    asked.vector.then((vector) => findByVectors(model, vector, filters)),
  ])
  if (vector === undefined || vectors.length === 0) return { words, vectors, others: [] }
  const near = new Set(vectors.map(({ id }) => id))
  const alone = words.flatMap(({ id }) => (near.has(id) ? [] : [id]))
  return { words, vectors, others: await readLikeness(model, vector, alone) }
}

async function findByVectors(
  model: ReadModel,
  vector: QuestionVector | undefined,
  filters: ParsedQuestion['filters'],
) {
  if (vector === undefined) return { vector, vectors: [] }
  const nearest = await readNearestBills(model, vector, {
    conditions: (schema, bind) => questionConditions(filters, { schema, bind }),
    limit: RANKED,
  })
  return { vector, vectors: nearest.filter(({ is_thin }) => !is_thin) }
}

async function newestBills(
  model: ReadModel,
  filters: ParsedQuestion['filters'],
  limit: number,
): Promise<FusedBill[]> {
  const { rows } = await model.read<{ id: number }>(
    (schema, bind) => `
      SELECT t.id FROM ${schema}.bills t
      WHERE ${questionConditions(filters, { schema, bind }).join(' AND ')}
      ORDER BY coalesce(t.entered_on, '-infinity') DESC, t.id DESC LIMIT ${bind(limit)}`,
    { custom_plan: true },
  )
  return rows.map(({ id }) => ({ id, ranks: { words: null, vectors: null } }))
}

type Row = PageRow & {
  readonly id: number
  readonly latest_action: string | null
  readonly title: string
  readonly subjects: string
  readonly abstracts: string
}

const readRows = (model: ReadModel, ids: readonly number[]) =>
  model.read<Row>(
    (schema, bind) => `
      SELECT t.id, t.ocd_id, t.item::text AS item, t.latest_action::text AS latest_action, t.deleted,
        t.updated_at, t.seq::text AS seq, w.title, w.subjects, w.abstracts
      FROM ${schema}.bills t JOIN ${schema}.bill_words w ON w.id = t.id
      WHERE t.id = ANY (${bind(ids)}::bigint[]) AND t.present AND NOT t.deleted`,
  )

function askedBill(
  row: Row,
  ranks: FusedBill['ranks'],
  terms: { readonly words: readonly AskedTerm[]; readonly synonyms: readonly AskedTerm[] },
  position: number,
): AskedBill {
  const { title, subjects, abstracts } = row
  const text = [title, subjects, abstracts].join('\n')
  const words = termsIn(text, terms.words)
  const synonyms = termsIn(text, terms.synonyms)
  const forms = new Set([...words, ...synonyms].flatMap((term) => term.forms))
  const parts = [
    ['title', title],
    ['abstract', abstracts],
    ['subjects', subjects.replaceAll('\n', '; ')],
  ] as const
  return {
    ...row,
    position,
    passage: passageOf(parts, forms) ?? null,
    matched_by: (['words', 'vectors'] as const).filter((method) => ranks[method] !== null),
    why: {
      terms: words.map((term) => term.text),
      synonyms: synonyms.map((term) => term.text),
      words_rank: ranks.words,
      vectors_rank: ranks.vectors,
    },
  }
}
