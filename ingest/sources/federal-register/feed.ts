import { addDays, type Days, dayIn, halvesOf } from '../../dates/wall-clock.ts'
import { UpstreamError } from '../../fetch/http/upstream-error.ts'
import type { Answer, ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'
import { EASTERN } from '../federal-documents/eastern-day.ts'

/**
 * Reads the documents of the Federal Register API (https://www.federalregister.gov/developers/documentation/api/v1)
 * by week of publication. The API does not report changes, so the last weeks are read repeatedly, and so are all
 * documents that are open for comments. Equal bytes are not read twice. The list of agencies comes last.
 */
export const federalRegisterFeed: Feed = {
  address: 'https://www.federalregister.gov/api/v1',
  address_setting: 'FEDERAL_REGISTER_URL',
  key: null,
  // About five a second are allowed.
  requests_per_minute: 120,
  interval_s: 60 * 60,
  fetch: fetchWeeks,
}

/** The first day of the API. */
const FIRST_DAY = '1994-01-01'
/**
 * Documents of this many days are read again once a day, which covers most comment periods. Those of the last
 * week are read in each run.
 */
const LOOK_BACK_DAYS = 90
const SHORT_LOOK_BACK_DAYS = 7
const LONGEST_COMMENTS_DAYS = 730
/** Results in one answer. A query with more results is split in halves, so that pages cannot shift. */
const PAGE = 1_000
/**
 * The largest number of results that one query returns, and the largest `count`. Further results would be missing
 * silently.
 */
const MOST_RESULTS = 10_000

type Cursor = { readonly weeks_before: string }

async function* fetchWeeks(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { since, until, started_at, save } = fetching
  const resumed = (fetching.resumed as Cursor | null)?.weeks_before
  const lastDay = dayIn(until ?? started_at, EASTERN)
  const firstDay = since === null ? FIRST_DAY : lookBack(dayIn(since, EASTERN), lastDay)
  for (let monday = resumed ?? mondayOf(firstDay); monday <= lastDay; monday = addDays(monday, 7)) {
    yield* fetchSpan(fetching, 'publication_date', { from: monday, to: addDays(monday, 6) })
    await save({ weeks_before: addDays(monday, 7) } satisfies Cursor)
  }
  yield* fetchSpan(fetching, 'comment_date', { from: lastDay, to: addDays(lastDay, LONGEST_COMMENTS_DAYS) })
  const agencies = await fetching.find({
    url: 'agencies',
    name: 'federal-register/agencies.json',
    expects: 'json',
  })
  if (agencies !== null) yield agencies.document
}

/** `since` is the start of the last run. If that was on another day, this is the first run of today. */
function lookBack(sinceDay: string, today: string): string {
  return addDays(sinceDay, sinceDay === today ? -SHORT_LOOK_BACK_DAYS : -LOOK_BACK_DAYS)
}

/** Weeks begin on the same days in every run, so the same query gets the same answer. */
function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

async function* fetchSpan(fetching: Fetching, date: string, days: Days): AsyncGenerator<ArchivedDocument> {
  const first = await ask(fetching, date, days, 1)
  const { count, numbers } = resultsOf(first)
  if (count <= PAGE) {
    // The answer for a week without documents has no list.
    if (numbers.length > 0) yield first.document
  } else if (days.from < days.to) {
    for (const half of halvesOf(days)) yield* fetchSpan(fetching, date, half)
  } else {
    yield* fetchPages(fetching, date, days, first)
  }
}

const MOST_ROUNDS = 3

/**
 * Handles a day with more results than one page. If a document is added or removed during the paging, one may move from
 * an unread page to a read one. Then all pages are read again.
 */
async function* fetchPages(
  fetching: Fetching,
  date: string,
  days: Days,
  first: Answer,
): AsyncGenerator<ArchivedDocument> {
  const { count } = resultsOf(first)
  if (count >= MOST_RESULTS) {
    throw new UpstreamError(
      'upstream_malformed',
      `has ${count} results for one day, but it shows only ${MOST_RESULTS}`,
      {
        source: 'federal-register',
        url: first.document.url,
        status: first.status,
      },
    )
  }
  let pageOne = first
  for (let round = 1; ; round++) {
    const numbers = new Set<string>(resultsOf(pageOne).numbers)
    yield pageOne.document
    for (let page = 2; page <= Math.ceil(resultsOf(pageOne).count / PAGE); page++) {
      const answer = await ask(fetching, date, days, page)
      for (const number of resultsOf(answer).numbers) numbers.add(number)
      yield answer.document
    }
    if (numbers.size >= resultsOf(pageOne).count) return
    fetching.log.warn({ ...days, round, seen: numbers.size }, 'pages shifted while they were turned')
    if (round === MOST_ROUNDS) return
    pageOne = await ask(fetching, date, days, 1)
  }
}

/** The fields that the mapper reads. Page views are left out, because they change every night. */
const FIELDS = [
  'abstract',
  'action',
  'agencies',
  'body_html_url',
  'cfr_references',
  'citation',
  'comment_url',
  'comments_close_on',
  'correction_of',
  'corrections',
  'dates',
  'disposition_notes',
  'docket_ids',
  'document_number',
  'effective_on',
  'end_page',
  'executive_order_notes',
  'executive_order_number',
  'full_text_xml_url',
  'html_url',
  'page_length',
  'pdf_url',
  'president',
  'presidential_document_number',
  'proclamation_number',
  'publication_date',
  'raw_text_url',
  'regulation_id_number_info',
  'regulation_id_numbers',
  'regulations_dot_gov_info',
  'regulations_dot_gov_url',
  'significant',
  'signing_date',
  'start_page',
  'subtype',
  'title',
  'toc_doc',
  'toc_subject',
  'topics',
  'type',
  'volume',
] as const

async function ask({ get }: Fetching, date: string, { from, to }: Days, page: number): Promise<Answer> {
  const query = new URLSearchParams([
    [`conditions[${date}][gte]`, from],
    [`conditions[${date}][lte]`, to],
    ['order', 'oldest'],
    ['per_page', String(PAGE)],
    ...(page === 1 ? [] : [['page', String(page)] as [string, string]]),
    ...FIELDS.map((field): [string, string] => ['fields[]', field]),
  ])
  const span = `${date}_${from}_${to}${page === 1 ? '' : `_${page}`}`
  const answer = await get({
    url: `documents.json?${query}`,
    name: `federal-register/${span}.json`,
    expects: 'json',
    conditional: false,
  })
  return answer!
}

function resultsOf({ body }: Answer): { readonly count: number; readonly numbers: readonly string[] } {
  const { count = 0, results = [] } = JSON.parse(body.toString()) as {
    count?: number
    results?: readonly { document_number?: string }[]
  }
  return { count, numbers: results.map(({ document_number = '' }) => document_number) }
}
