import { wallClock } from '../../../ingest/dates/wall-clock.ts'
import type { GovDocument } from '../source-records/regulations-gov-documents.ts'
import type { Asked, Reply } from './faulty-server.ts'

const EASTERN = 'America/New_York'

/**
 * `/documents` as it answers: filters in Eastern time, answers in UTC, 250 rows per page, and no page after the 20th.
 */
export function listingOf(documents: () => readonly GovDocument[]): (asked: Asked) => Reply {
  return ({ query }) => {
    const size = Number(query.get('page[size]'))
    const number = Number(query.get('page[number]'))
    if (size > 250 || number > 20)
      return { status: 400, body: { errors: [{ status: '400', title: 'Invalid page' }] } }
    const since = query.get('filter[lastModifiedDate][ge]') ?? ''
    const until = query.get('filter[lastModifiedDate][le]')
    const posted = [query.get('filter[postedDate][ge]'), query.get('filter[postedDate][le]')] as const
    const rows = documents()
      .filter(({ attributes }) => {
        const at = wallClock(attributes.lastModifiedDate, EASTERN)
        const day =
          attributes.postedDate === null ? null : wallClock(attributes.postedDate, EASTERN).slice(0, 10)
        const isPosted = posted[0] === null || (day !== null && day >= posted[0] && day <= posted[1]!)
        return (
          attributes.documentType === query.get('filter[documentType]') &&
          at >= since &&
          (until === null || at <= until) &&
          isPosted
        )
      })
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    const data = rows.slice((number - 1) * size, number * size)
    return {
      body: { data, meta: { hasNextPage: rows.length > number * size, totalElements: rows.length } },
    }
  }
}

const sortKey = ({ id, attributes }: GovDocument): string => `${attributes.lastModifiedDate} ${id}`
