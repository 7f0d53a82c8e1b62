import { createSubscription, type Known } from '../../api/alerts/subscriptions.ts'
import { readNewestIds } from '../../api/read-model/bills/bill-list.ts'
import { filtersOf } from '../../api/read-model/bills/bill-query.ts'
import { createReadModel, type ReadModel } from '../../api/read-schema/live-schema.ts'
import { createSheet } from '../../api/sheets/sheets.ts'
import { Random } from '../../corpus/draw/random.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { MAX_SHEET_BILLS, type SheetSearch } from '../../schemas/http/sheets/sheet.ts'

type Bill = {
  readonly id: number
  readonly title: string
  readonly jurisdiction: string
  readonly subject: string | null
  readonly status: string | null
  readonly chamber: string | null
}
type Account = { readonly id: number; readonly name: string }

export type Watchers = {
  readonly sheets: number
  readonly lists: number
  readonly searches: number
  readonly distinct_searches: number
  readonly recipients: number
  readonly feeds: number
}

const OF_AN_ACCOUNT = 400
/** An address has several subscriptions, and they overlap. */
const OF_AN_ADDRESS = 2
const FEED_SHARE = 0.05
const WEEKLY_SHARE = 0.1
const DOMAINS = 500
/** Half of all watching is for few bills, as it is for people. */
const POPULAR_BILLS = 2_000
const ZONES = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Puerto_Rico', 'Europe/London', 'Asia/Tokyo'],
]

/** Subscriptions as accounts create them: 40 in 100 watch a sheet, 30 some bills and 30 a search of their own. */
export async function createWatchers(
  database: Database,
  readSchema: string,
  count: number,
): Promise<Watchers> {
  const random = new Random(1, 0, 0xa1e7)
  const { rows: bills } = await database.query<Bill>(
    `SELECT id, coalesce(title, '') AS title, jurisdiction, subjects[1] AS subject, status, chamber
     FROM ${readSchema}.bills WHERE present AND NOT deleted ORDER BY hashint8(id)`,
  )
  const model = createReadModel(database)
  const searches = new Set<string>()
  const counts = { sheets: 0, lists: 0, searches: 0, feeds: 0 }
  let account: Account | undefined
  for (let number = 0; number < count; number += 1) {
    if (account === undefined || number % OF_AN_ACCOUNT === 0) account = await createAccount(database, number)
    const kind = random.below(10)
    let known: Known
    if (kind < 4) {
      counts.sheets += 1
      known = await knownSheet(database, account, pickBills(bills, random, 20 + random.below(80)))
    } else if (kind < 7) {
      counts.lists += 1
      const ids = pickBills(bills, random, 1 + random.below(30))
      known = { watched: { watches: 'bills', bill_ids: ids }, bill_ids: ids }
    } else {
      counts.searches += 1
      const search = searchFor(random.pick(bills), random)
      searches.add(JSON.stringify(search))
      known = await knownSearch(model, search)
    }
    const isFeed = random.chance(FEED_SHARE)
    if (isFeed) counts.feeds += 1
    const reader = Math.floor(number / OF_AN_ADDRESS)
    const isWeekly = random.chance(WEEKLY_SHARE)
    await createSubscription(
      database,
      account,
      {
        name: `Watch ${number}`,
        known,
        schedule: {
          frequency: isWeekly ? 'weekly' : 'daily',
          weekday: isWeekly ? 1 + random.below(7) : null,
          hour: random.below(24),
          zone: random.pick(ZONES),
        },
        email: isFeed ? undefined : `reader${reader}@domain${reader % DOMAINS}.example.org`,
      },
      { origin: 'https://pages.example.org', now: new Date() },
    )
  }
  await database.query(`
    UPDATE alerts.recipient SET confirmed_at = now() WHERE confirmed_at IS NULL;
    UPDATE alerts.subscription SET next_due_at = now() + interval '10 days';
    ANALYZE alerts.subscription; ANALYZE alerts.recipient; ANALYZE alerts.watched_bill; ANALYZE account.bill_sheet_item;
  `)
  const { rows } = await database.query<{ recipients: number }>(
    'SELECT count(*) AS recipients FROM alerts.recipient',
  )
  return { ...counts, distinct_searches: searches.size, recipients: rows[0]!.recipients }
}

async function createAccount(database: Database, number: number): Promise<Account> {
  const { rows } = await database.query<Account>(
    "INSERT INTO account.account (name, tier) VALUES ($1, 'business') RETURNING id, name",
    [`bench ${number}`],
  )
  return rows[0]!
}

function pickBills(bills: readonly Bill[], random: Random, count: number): number[] {
  const ids = new Set<number>()
  while (ids.size < Math.min(count, bills.length)) {
    const most = random.chance(0.5) ? Math.min(POPULAR_BILLS, bills.length) : bills.length
    ids.add(bills[random.below(most)]!.id)
  }
  return [...ids]
}

async function knownSheet(database: Database, account: Account, ids: readonly number[]): Promise<Known> {
  const sheetId = await createSheet(database, account.id, { name: 'Bench' })
  await database.query(
    `INSERT INTO account.bill_sheet_item (sheet_id, bill_id, origin) SELECT $1, id, 'list' FROM unnest($2::bigint[]) AS id`,
    [sheetId, ids],
  )
  return { watched: { watches: 'sheet', sheet_id: sheetId }, bill_ids: [] }
}

async function knownSearch(model: ReadModel, search: SheetSearch): Promise<Known> {
  const ids = await readNewestIds(model, filtersOf(search), MAX_SHEET_BILLS)
  return { watched: { watches: 'search', search }, bill_ids: ids }
}

/** A search that finds this bill: two words of its title, often of one place; or a subject of a place and other filters. */
function searchFor({ title, jurisdiction, subject, status, chamber }: Bill, random: Random): SheetSearch {
  const place = random.chance(0.7) ? { jurisdiction } : {}
  const words = title.match(/\p{L}{5,}/gu) ?? []
  if (words.length > 1 && random.chance(0.8))
    return { ...place, q: `${random.pick(words)} ${random.pick(words)}` }
  return {
    jurisdiction,
    ...(subject === null ? {} : { subject }),
    ...(status === null || random.chance(0.5)
      ? {}
      : { status: status as NonNullable<SheetSearch['status']> }),
    ...(chamber === null || random.chance(0.5)
      ? {}
      : { chamber: chamber as NonNullable<SheetSearch['chamber']> }),
  }
}
