import { HOUR_MS } from '../../../runtime/durations.ts'
import { type Days, halvesOf } from '../../dates/wall-clock.ts'
import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'
import { createDetails } from './details.ts'
import { easternMoment } from './eastern-filter.ts'
import { askPage, MOST_PAGES, PAGE_ROWS, type Page, type Query } from './listing.ts'

/**
 * The documents of the regulations.gov API, version 4 (https://open.gsa.gov/api/regulationsgov/), by their last change.
 * A page is never turned where it need not be: the next one is asked for from the last change that was seen, that second
 * included, so that what changes meanwhile moves to the end and is seen there.
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
/** Nothing there was changed before. */
const FIRST_CHANGE = '2000-01-01T05:00:00Z'
/** Their clock may be behind ours, and a change may be listed a little later than it is dated. */
const MARGIN_MS = HOUR_MS

/** How far each type has come, and the newest change of all. */
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

/** No later than what every type has surely been asked for. */
function nextSince(newest: string, startedAt: string): string {
  const safe = new Date(Date.parse(startedAt) - MARGIN_MS).toISOString()
  return Date.parse(newest) < Date.parse(safe) ? newest : safe
}

function lastChange({ rows }: Page): string | null {
  return rows.at(-1)?.modified_at ?? null
}

/** Pages, each with where the next one starts. */
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
      // All of it was changed within one second: only then is there no other way than the next page.
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

/** More than can be reached was changed at one moment: cut by the days on which it was posted. */
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
