import { beforeAll, describe, expect, it } from 'vitest'
import { createMatchSearches } from '../../../api/alerts/match-searches.ts'
import { readNewestIds } from '../../../api/read-model/bills/bill-list.ts'
import { filtersOf } from '../../../api/read-model/bills/bill-query.ts'
import { withPrintedSession } from '../../../api/read-model/jurisdictions/sessions.ts'
import { createReadModel, type ReadModel } from '../../../api/read-schema/live-schema.ts'
import type { SheetSearch } from '../../../schemas/http/sheets/sheet.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { WA } from '../../support/builders/event-parts.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const OR = 'ocd-division/country:us/state:or'
const TITLES = [
  'An act relating to lighthouses',
  'An act relating to light houses and "ferries"',
  'Tolls; on-line payment of tolls',
  'Health care coverage for educators',
  'Non-compete agreements under PL 114-74',
  "It's a {brace}, a \\slash and a quote",
]
const SUBJECTS = ['Insurance', 'Boats & "Ferries"', 'Tax']
const WORDS = [
  ...['lighthouses', 'ferries OR tolls', 'ferries -tolls', '-ferries', '"light houses"', 'educ*', 'the', ''],
  ...[
    'online',
    'healthcare',
    'noncompete',
    'public law 114-74',
    'HB 3',
    'hb3',
    'House Bill 4',
    '2SHB 5',
    'submarines',
  ],
  ...['relating lighthouses', 'quote brace', 'wholly unheard words', 'item', '"', "'", 'act & (ferries)'],
]

let test: TestDatabase
let model: ReadModel
let bills: BuiltBill[]

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const ada = story.person('Ada Lovelace')
  bills = Array.from({ length: 36 }, (_, index) => {
    const bill = story.bill({
      title: TITLES[index % TITLES.length]!,
      jurisdiction: index % 4 === 0 ? OR : WA,
      session: index % 5 === 0 ? '2023-2024' : '2025-2026',
      chamber: index % 3 === 0 ? 'upper' : 'lower',
      subjects: SUBJECTS.slice(0, index % 4),
      classification: [index % 7 === 0 ? 'resolution' : 'bill'],
      introduced_on: index % 6 === 0 ? null : `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
    })
    story.status(bill, index % 2 === 0 ? 'introduced' : 'passed_lower', '2026-02-01')
    if (index % 2 === 0)
      story.action(bill, { date: `2026-0${(index % 6) + 1}-01`, description: 'Read a first time' })
    if (index % 5 === 1) story.sponsors(bill, ['Lovelace', 'Babbage'])
    if (index % 3 === 1) story.texts(bill, 'version', ['Introduced'])
    return bill
  })
  story.match('Lovelace', ada)
  story.session('2025-2026')
  await projected.apply(story.take())
  await test.database.query(`
    UPDATE ${projected.name}.bill_versions SET extracted_sha256 = 'text ' || bill_id % 4;
    INSERT INTO search.text (sha256, words, characters, indexed_characters)
    SELECT 'text ' || n, to_tsvector('simple', 'submarines tolls'), 20, 20 FROM generate_series(0, 1) n;
    UPDATE ${projected.name}.bills SET deleted = true WHERE id = ${bills[9]!.id};
  `)
  model = createReadModel(test.database)
})

/** Every filter alone, and random combinations of two and three. */
function searchesOf(): SheetSearch[] {
  const values: Readonly<Record<string, readonly unknown[]>> = {
    q: WORDS,
    jurisdiction: ['wa', 'Oregon', 'tx'],
    session: ['2025-2026', ' 2023-2024', 'never'],
    subject: ['insurance', 'BOATS & "ferries"', 'Taxes'],
    status: ['introduced', 'passed_lower', 'enacted'],
    identifier: ['HB 3', 'hb 3, HB 5,SB 9'],
    classification: ['bill', 'resolution'],
    chamber: ['upper', 'lower'],
    routine: [true, false],
    sponsor: ['Lovelace', 'ada lovelace', 'Babbage', String(bills.length)],
    introduced_since: ['2026-01-10'],
    action_since: ['2026-03-01'],
  }
  const names = Object.keys(values)
  const pick = (place: number) =>
    names.map((name) => [name, values[name]![place % values[name]!.length]] as const)
  const alone = names.flatMap((name) => values[name]!.map((value) => ({ [name]: value })))
  const together = Array.from({ length: 120 }, (_, turn) => {
    const all = pick(turn)
    const [first, second, third] = [turn, turn * 5 + 1, turn * 7 + 2].map((one) => all[one % all.length]!)
    return Object.fromEntries(turn % 2 === 0 ? [first!, second!] : [first!, second!, third!])
  })
  return [...alone, ...together] as SheetSearch[]
}

describe('matching saved searches', () => {
  it('finds what the list finds, for every filter and spelling', async () => {
    const searches = searchesOf()
    const some = bills.filter((_, index) => index % 3 !== 2).map(({ id }) => id)
    const found = await createMatchSearches(model)(searches, some)
    let hits = 0
    for (const search of searches) {
      const filters = await withPrintedSession(model, filtersOf(search))
      const listed = await readNewestIds(model, filters, 1_000)
      const expected = listed.filter((id) => some.includes(id)).sort((one, other) => one - other)
      const own = [...(found.get(search) ?? [])].sort((one, other) => one - other)
      expect(own, JSON.stringify(search)).toEqual(expected)
      hits += own.length
    }
    expect(hits).toBeGreaterThan(500)
  })

  it('asks the database a few times, however many searches there are', async () => {
    let statements = 0
    const counted: ReadModel = {
      read(select, options) {
        statements += 1
        return model.read(select, options)
      },
    }
    const searches = Array.from({ length: 400 }, (_, number) => ({ q: `lighthouses -word${number}` }))
    const found = await createMatchSearches(counted)(searches, [bills[0]!.id])
    expect([...found.values()].flat()).toHaveLength(400)
    expect(statements).toBe(3)
    const unknown = searches.map(({ q }) => ({ q, session: 'not yet' }))
    await createMatchSearches(counted)(unknown, [bills[0]!.id])
    expect(statements).toBe(3 + 4)
  })

  it('of no bills or no searches asks nothing', async () => {
    expect(await createMatchSearches(model)([], [1])).toEqual(new Map())
    expect(await createMatchSearches(model)([{ q: 'a' }], [])).toEqual(new Map())
  })
})
