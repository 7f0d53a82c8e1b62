import { addDays, dayIn } from '../../dates/wall-clock.ts'
import type { Answer, ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'

/**
 * The filings of the API of lda.gov (https://lda.gov/api/), by week of posting. Filings that are posted late or corrected
 * keep their day, so the last weeks are read again.
 */
export const ldaFeed: Feed = {
  address: 'https://lda.gov/api/v1',
  address_setting: 'LDA_URL',
  key: { setting: 'LDA_API_KEY', send: 'header', name: 'Authorization', prefix: 'Token ' },
  // 1,200 an hour with a key.
  requests_per_minute: 20,
  interval_s: 24 * 60 * 60,
  fetch: fetchWeeks,
}

const EASTERN = 'America/New_York'
const FIRST_DAY = '1999-01-01'
const LOOK_BACK_DAYS = 14
const DAYS_OF_WINDOW = 7
/** The most that the API gives. */
const PAGE_ROWS = 25
const MOST_ROUNDS = 3

/** The pages of `from` before `page` were read, and the answer before said that there is a page `page`. */
type Cursor = { readonly from: string; readonly page: number }

async function* fetchWeeks(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { since, until, started_at, save } = fetching
  const resumed = fetching.resumed as Cursor | null
  const lastDay = dayIn(until ?? started_at, EASTERN)
  const firstDay = since === null ? FIRST_DAY : addDays(dayIn(since, EASTERN), -LOOK_BACK_DAYS)
  let page = resumed?.page ?? 1
  for (let from = resumed?.from ?? firstDay; from <= lastDay; from = addDays(from, DAYS_OF_WINDOW)) {
    yield* fetchWindow(fetching, from, page)
    page = 1
    await save({ from: addDays(from, DAYS_OF_WINDOW), page } satisfies Cursor)
  }
}

/** Reads all pages again if filings moved between them while they were turned. */
async function* fetchWindow(
  fetching: Fetching,
  from: string,
  firstPage: number,
): AsyncGenerator<ArchivedDocument> {
  let start = firstPage
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const seen = new Set<string>()
    const counts = new Set<number>()
    for (let page = start; ; page++) {
      const answer = await findPage(fetching, from, page)
      // Filings left the window since the page before it was read.
      if (answer === null) break
      const { results, next, count } = pageOf(answer)
      for (const uuid of results) seen.add(uuid)
      counts.add(count)
      if (results.length > 0) yield answer.document
      if (!next) break
      await fetching.save({ from, page: page + 1 } satisfies Cursor)
    }
    const skipped = (start - 1) * PAGE_ROWS
    if (counts.size === 1 && seen.size + skipped >= Math.max(...counts)) return
    fetching.log.warn({ from, round, seen: seen.size }, 'pages shifted while they were turned')
    start = 1
  }
}

/** null if there is no such page; a window without filings has a page 1. */
async function findPage({ get, find }: Fetching, from: string, page: number): Promise<Answer | null> {
  const parameters = new URLSearchParams({
    filing_dt_posted_after: from,
    filing_dt_posted_before: addDays(from, DAYS_OF_WINDOW),
    ordering: 'dt_posted',
    page_size: String(PAGE_ROWS),
    page: String(page),
  })
  const ask = page === 1 ? get : find
  return ask({
    url: `filings/?${parameters}`,
    name: `lda/filings_${from}_${page}.json`,
    expects: 'json',
    conditional: false,
  })
}

type Body = {
  readonly count?: number
  readonly next?: string | null
  readonly results?: readonly { readonly filing_uuid?: unknown }[]
}

function pageOf(answer: Answer) {
  const { count = 0, next = null, results = [] } = JSON.parse(answer.body.toString()) as Body
  return { count, next: next !== null, results: results.map(({ filing_uuid }) => String(filing_uuid)) }
}
