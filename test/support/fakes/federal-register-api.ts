import type { RegisterDocument } from '../source-records/federal-register-documents.ts'
import type { Asked, Reply } from './faulty-server.ts'

/** Answers like the search of the Federal Register, with its limits: no count is above `most`. */
export function searchOf(
  documents: () => readonly RegisterDocument[],
  most = 10_000,
): (asked: Asked) => Reply {
  return ({ query }) => {
    const allowed = new Set(query.getAll('fields[]'))
    const found = documents()
      .filter((one) => isWithin(one.publication_date, query, 'publication_date'))
      .filter((one) => isWithin(one.comments_close_on ?? null, query, 'comment_date'))
      .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    const pageSize = Number(query.get('per_page'))
    const page = Number(query.get('page') ?? 1)
    const results = found
      .slice(0, most)
      .slice((page - 1) * pageSize, page * pageSize)
      .map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => allowed.has(name))))
    const count = Math.min(found.length, most)
    const head = { count, description: 'Documents' }
    if (count === 0) return { body: head }
    return { body: { ...head, total_pages: Math.ceil(count / pageSize), results } }
  }
}

const orderOf = (one: RegisterDocument): string => `${one.publication_date} ${one.document_number}`

function isWithin(day: string | null, query: URLSearchParams, name: string): boolean {
  const from = query.get(`conditions[${name}][gte]`)
  const to = query.get(`conditions[${name}][lte]`)
  if (from === null || to === null) return true
  return day !== null && day >= from && day <= to
}
