import { DAY_MS } from '../../../runtime/durations.ts'
import { UpstreamError } from '../../fetch/http/upstream-error.ts'
import type { Answer, ArchivedDocument, Download, Feed, Fetching } from '../../source-interface/feed.ts'
import {
  congressOfYear,
  firstYearOf,
  type RollCallName,
  rollCallAddress,
} from '../congress/congress-numbers.ts'
import { type Listed, menuFault, readHouseIndex, readSenateMenu } from './listings.ts'

/**
 * The House Clerk lists the roll calls of a year, a hundred a page (clerk.house.gov/evs/2026/index.asp). The
 * Senate lists those of a session in one file (vote_menu_119_2.xml). Each roll call is its own file, without
 * the time of its last change. Corrections come within days, so recent days are fetched again.
 */
export const congressVotesFeed: Feed = {
  address: 'https://clerk.house.gov',
  address_setting: 'HOUSE_CLERK_URL',
  more_addresses: [{ address: 'https://www.senate.gov', address_setting: 'SENATE_LIS_URL' }],
  key: null,
  // The publishers state no limit.
  requests_per_minute: 60,
  interval_s: 60 * 60,
  fetch: fetchRollCalls,
}

const CORRECTED_WITHIN_MS = 3 * DAY_MS
const WRITTEN_WITHIN_MS = 14 * DAY_MS

type Section = { readonly congress: string; readonly year: string; readonly chamber: 'upper' | 'lower' }
/** Earlier roll calls are not at these addresses. */
const FIRST_YEARS = { lower: 1990, upper: 1989 } as const
type Window = { readonly from: string; readonly to: string }

async function* fetchRollCalls(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { since, until, started_at, resumed, save, advance } = fetching
  const year = Number(started_at.slice(0, 4))
  // All roll calls would be 36 years. Without a first day, only the current Congress is read.
  const from =
    since === null
      ? `${firstYearOf(congressOfYear(year))}-01-01`
      : new Date(Date.parse(since) - CORRECTED_WITHIN_MS).toISOString().slice(0, 10)
  const window = { from, to: (until ?? started_at).slice(0, 10) }
  const fromCursor = cursorOf(resumed)
  // A listed document that does not exist yet is retried, but not forever.
  const givenUp = new Date(Date.parse(started_at) - WRITTEN_WITHIN_MS).toISOString().slice(0, 10)
  let missingSince = fromCursor?.missing_since ?? null
  for (const section of sectionsOf(window)) {
    const name = nameOf(section)
    if (fromCursor !== null && name < fromCursor.section) continue
    const after = name === fromCursor?.section ? fromCursor.number : 0
    for await (const { number, document } of fetchSection(fetching, section, window, after)) {
      if (typeof document !== 'string') {
        if (document !== null) yield document
      } else if (document >= givenUp) missingSince = earlier(missingSince, document)
      await save({ section: name, number, missing_since: missingSince } satisfies Cursor)
    }
  }
  if (missingSince !== null && missingSince < started_at) advance(`${missingSince}T00:00:00Z`)
}

const earlier = (a: string | null, b: string): string => (a === null || b < a ? b : a)

/** The last roll call that was asked for. Sections are read in the order of their names. */
type Cursor = {
  readonly section: string
  readonly number: number
  /** Day of the first roll call that was listed but missing. */
  readonly missing_since: string | null
}

function cursorOf(resumed: unknown): Cursor | null {
  if (typeof resumed !== 'object' || resumed === null) return null
  const { section, number, missing_since = null } = resumed as Partial<Cursor>
  if (typeof section !== 'string' || typeof number !== 'number') return null
  return { section, number, missing_since }
}

const nameOf = ({ year, chamber }: Section): string => `${year} ${chamber}`

function sectionsOf({ from, to }: Window): Section[] {
  const sections: Section[] = []
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    const congress = String(congressOfYear(year))
    for (const chamber of ['lower', 'upper'] as const)
      if (year >= FIRST_YEARS[chamber]) sections.push({ congress, year: String(year), chamber })
  }
  return sections
}

/** The document, or null if it is unchanged; the day if it is listed but missing. */
type Asked = { readonly number: number; readonly document: ArchivedDocument | string | null }

async function* fetchSection(
  fetching: Fetching,
  section: Section,
  window: Window,
  after: number,
): AsyncGenerator<Asked> {
  const listed =
    section.chamber === 'lower'
      ? await listHouse(fetching, section, window)
      : await listSenate(fetching, section)
  for (const { number, day } of wantedOf(listed, window)) {
    if (number <= after) continue
    const document = await fetchRollCall(fetching, { ...section, number: String(number) })
    yield { number, document: document === 'missing' ? (day ?? window.from) : document }
  }
}

/**
 * Takes the roll calls from the first that is new enough on, because numbers follow time. A vote on New
 * Year's morning has next year's day.
 */
function wantedOf(listed: readonly Listed[], { from, to }: Window): Listed[] {
  const sorted = listed.toSorted((a, b) => a.number - b.number)
  const start = sorted.findIndex(({ day }) => day === null || day >= from)
  return start === -1 ? [] : sorted.slice(start).filter(({ day }) => day === null || day <= to)
}

/**
 * The index has the newest hundred and links to the others. Only pages that overlap the window are fetched.
 */
async function listHouse(fetching: Fetching, { year }: Section, window: Window): Promise<Listed[]> {
  const index = await findListing(fetching, year, (of) => page(`evs/${of}/index.asp`, `house-${of}.html`))
  if (index === null) return []
  const first = readHouseIndex(index.body.toString('latin1'), year)
  if (first.listed.length === 0) {
    fetching.log.warn({ url: index.document.url }, 'an index of roll calls that lists none')
  }
  const listed = [...first.listed]
  for (const hundred of first.hundreds) {
    const oldest = listed.toSorted((a, b) => a.number - b.number)[0]
    if (oldest?.day != null && oldest.day < window.from) break
    // The page of the index itself.
    if (oldest !== undefined && hundred >= oldest.number) continue
    const name = `ROLL_${String(hundred).padStart(3, '0')}`
    const found = await fetching.find(page(`evs/${year}/${name}.asp`, `house-${year}-${name}.html`))
    if (found !== null) listed.push(...readHouseIndex(found.body.toString('latin1'), year).listed)
  }
  return [...new Map(listed.map((one) => [one.number, one])).values()]
}

const page = (url: string, name: string): Download => ({ url, name, expects: 'html', conditional: false })

async function listSenate(fetching: Fetching, { year }: Section): Promise<readonly Listed[]> {
  const menu = await findListing(fetching, year, (of) => menuOf(fetching, of))
  return menu === null ? [] : readSenateMenu(menu.body.toString('utf8'), menuName(year))
}

const menuName = (year: string) => ({ congress: String(congressOfYear(Number(year))), year })

function menuOf(fetching: Fetching, year: string): Download {
  const { congress } = menuName(year)
  const name = `vote_menu_${congress}_${Number(year) - firstYearOf(Number(congress)) + 1}.xml`
  return {
    url: `${fetching.address('SENATE_LIS_URL')}/legislative/LIS/roll_call_lists/${name}`,
    name,
    expects: 'xml',
    conditional: false,
    objection: (body) => menuFault(body.toString('utf8'), menuName(year)),
  }
}

/**
 * A year has no listing before its first roll call, in January. The listing of any other year must exist, and
 * in January that of the year before. If not, the address is wrong, and roll calls would be missed silently.
 */
async function findListing(
  fetching: Fetching,
  year: string,
  listingOf: (year: string) => Download,
): Promise<Answer | null> {
  const { started_at } = fetching
  if (`${year}-02` <= started_at) return fetching.get(listingOf(year))
  const found = await fetching.find(listingOf(year))
  if (found === null) await fetching.get(listingOf(String(Number(started_at.slice(0, 4)) - 1)))
  return found
}

/** If the Senate lists a roll call that is not written yet, its address leads to a page that says so. */
const NOT_WRITTEN = /roll-call-vote-not-available|Requested Page Not Found/iu

async function fetchRollCall(
  fetching: Fetching,
  name: RollCallName,
): Promise<ArchivedDocument | 'missing' | null> {
  const published = new URL(rollCallAddress(name))
  const address = name.chamber === 'lower' ? fetching.address() : fetching.address('SENATE_LIS_URL')
  try {
    const answer = await fetching.get({
      url: `${address}${published.pathname}`,
      name: `${name.chamber === 'lower' ? `house/${name.year}` : 'senate'}/${published.pathname.split('/').at(-1)}`,
      expects: 'xml',
      objection: (body) =>
        NOT_WRITTEN.test(body.toString('latin1', 0, 4096))
          ? { code: 'upstream_rejected', detail: 'the roll call is not written yet' }
          : null,
    })
    return answer === null ? null : answer.document
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== 'upstream_rejected') throw error
    fetching.log.warn(
      { url: published.href, reason: error.message },
      'a roll call that is listed and not there',
    )
    return 'missing'
  }
}
