import { HOUR_MS } from '../../../runtime/durations.ts'
import { type Days, halvesOf } from '../../dates/wall-clock.ts'
import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'
import { createDetails } from './details.ts'
import { easternMoment } from './eastern-filter.ts'
import { askPage, MOST_PAGES, PAGE_ROWS, type Page, type Query } from './listing.ts'

/**
 * The documents of the regulations.gov API, version 4 (https://open.gsa.gov/api/regulationsgov/), by their
 * last change. If possible, the next query starts at the last change of the page, including that second,
 * instead of the next page. So documents that change meanwhile move to the end and are read there.
 */
export const regulationsGovFeed: Feed = {
  address: 'https://api.regulations.gov/v4',
  address_setting: 'REGULATIONS_GOV_URL',
  key: { setting: 'REGULATIONS_GOV_API_KEY', send: 'header', name: 'X-Api-Key' },
  // A thousand an hour.
  requests_per_minute: 16,
  interval_s: 60 * 60,
  fetch: fetchChanges,
}

const TYPES = ['Proposed Rule', 'Rule', 'Notice'] as const
/** No document was changed before. */
const FIRST_CHANGE = '2000-01-01T05:00:00Z'
/** Their clock may be behind ours, and a change may be listed a little later than it is dated. */
const MARGIN_MS = HOUR_MS

/** The last change that was read of each type, and the newest of all. */
type Cursor = { readonly reached: Readonly<Record<string, string>>; readonly newest: string | null }

async function* fetchChanges(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { since, until, started_at, resumed, save, advance } = fetching
  const cursor = resumed as Cursor | null
  const reached: Record<string, string> = { ...cursor?.reached }
  let newest = cursor?.newest ?? null
  const details = createDetails(fetching)
  for (const type of TYPES) {
    const start = reached[type] ?? since ?? FIRST_CHANGE
    for await (const { page, from } of pagesOf(fetching, type, start)) {
      yield* details.before(page.rows)
      if (page.rows.length > 0) yield page.answer.document
      yield* details.after(page.rows)
      const last = lastChange(page)
      if (last !== null && (newest === null || last > newest)) newest = last
      reached[type] = from
      await save({ reached, newest } satisfies Cursor)
      if (until !== null && last !== null && last > until) break
    }
  }
  advance(nextSince(newest ?? since ?? started_at, started_at))
}

/** Gives a time up to which every type has certainly been read. */
function nextSince(newest: string, startedAt: string): string {
  const safe = new Date(Date.parse(startedAt) - MARGIN_MS).toISOString()
  return Date.parse(newest) < Date.parse(safe) ? newest : safe
}

function lastChange({ rows }: Page): string | null {
  return rows.at(-1)?.modified_at ?? null
}

/** Gives pages, each with the start of the next one. */
async function* pagesOf(
  fetching: Fetching,
  type: string,
  start: string,
): AsyncGenerator<{ readonly page: Page; readonly from: string }> {
  let from = start
  for (let number = 1; ; ) {
    const page = await askPage(fetching, { type, from }, number)
    const last = lastChange(page)
    const movesOn = last !== null && easternMoment(last).since > easternMoment(from).since
    if (!page.has_next || last === null) {
      yield { page, from: last ?? from }
      return
    }
    if (movesOn) {
      from = last
      number = 1
      yield { page, from }
    } else if (number < MOST_PAGES) {
      // All rows were changed within one second. Only then is the next page the only way.
      yield { page, from }
      number += 1
    } else {
      yield { page, from }
      for await (const one of sameMoment(fetching, { type, from, to: last })) yield { page: one, from }
      from = easternMoment(last).next
      number = 1
    }
  }
}

const FIRST_POSTED = '1900-01-01'

/** If too many documents changed at one moment, the query is split by their days of posting. */
async function* sameMoment(fetching: Fetching, query: Query): AsyncGenerator<Page> {
  const lastDay = fetching.started_at.slice(0, 10)
  yield* postedWithin(fetching, query, { from: FIRST_POSTED, to: lastDay })
}

async function* postedWithin(fetching: Fetching, query: Query, posted: Days): AsyncGenerator<Page> {
  const first = await askPage(fetching, { ...query, posted }, 1)
  if (first.total > MOST_PAGES * PAGE_ROWS && posted.from < posted.to) {
    for (const half of halvesOf(posted)) yield* postedWithin(fetching, query, half)
    return
  }
  if (first.total > MOST_PAGES * PAGE_ROWS)
    fetching.log.warn({ ...query, posted, total: first.total }, 'more than can be asked for, of one day')
  yield first
  for (let number = 2, page = first; page.has_next && number <= MOST_PAGES; number++) {
    page = await askPage(fetching, { ...query, posted }, number)
    yield page
  }
}
