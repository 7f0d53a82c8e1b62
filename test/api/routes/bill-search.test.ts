import { beforeAll, describe, expect, it } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'

type Found = {
  identifier: string
  passage?: { part: string; text: string; matches: { start: number; end: number }[] } | null
}

let world: SearchWorld
let inTitle: BuiltBill
let inText: BuiltBill

beforeAll(async () => {
  world = await createSearchWorld()
  const { story } = world
  story.bill({ identifier: 'HB 1', title: 'Relating to roads', introduced_on: '2024-01-01' })
  inText = story.bill({ identifier: 'HB 2', title: 'Relating to land use', introduced_on: '2026-02-01' })
  story.bill({
    identifier: 'HB 3',
    title: 'Relating to farms',
    abstracts: [
      {
        abstract: `The department counts every herd. ${'It reports. '.repeat(60)}Beekeeping is free.`,
        note: '',
      },
    ],
  })
  story.bill({ identifier: 'HB 4', title: 'Relating to insects', subjects: ['Agriculture', 'Beekeeping'] })
  inTitle = story.bill({
    identifier: 'HB 5',
    title: 'Beekeepers and beekeeping',
    introduced_on: '2025-01-01',
  })
  story.bill({ identifier: 'SB 50', title: 'Tax relief for schools in 2025', introduced_on: '2025-03-01' })
  story.bill({ identifier: 'SB 51', title: 'An act about 100 days of school', introduced_on: null })
  story.bill({
    identifier: 'AB 5',
    title: 'Independent contractors',
    session: '2019-2020',
    introduced_on: '2019-01-01',
  })
  story.bill({ identifier: 'AB 0005', title: 'Gig work under AB5', introduced_on: '2026-01-01' })
  story.bill({
    identifier: 'HR 1314',
    jurisdiction: 'ocd-division/country:us',
    title: 'Bipartisan Budget Act of 2015',
    citations: [
      {
        publication: 'Public Law',
        citation: '114-74',
        citation_type: 'final',
        effective: null,
        expires: null,
        url: null,
      },
    ],
  })
  story.bill({
    identifier: 'HB 1575',
    title: 'A bill of rights for renters in house and home',
    subjects: ['Housing', 'Landlords'],
    other_identifiers: [{ identifier: 'ocd-bill-wa-2025_2026-hb1575', scheme: '' }],
  })
  story.bill({
    identifier: 'S 1404',
    title: 'Docketed before it was numbered',
    other_identifiers: [{ identifier: 'SD 1614', scheme: 'docket' }],
  })
  await world.texts(inText, ['Section 1.\nNo permit is needed for beekeeping on one’s own land.\n'])
  await world.project()
  await world.index()
})

async function search(query: string): Promise<Found[]> {
  const answer = await world.api.get(`/v1/bills?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Found[] }>().data
}
const identifiers = async (query: string) => (await search(query)).map(({ identifier }) => identifier)
const marked = ({ passage }: Found) =>
  passage?.matches.map(({ start, end }) => [...passage.text].slice(start, end).join(''))

describe('a search for words', () => {
  it('ranks bills by the part with the words: title, subjects, abstract, text', async () => {
    expect(await identifiers('q=beekeeping')).toEqual(['HB 5', 'HB 4', 'HB 3', 'HB 2'])
  })

  it.each([1, 2, 3])('ranks bills in the same order in pages of %i', async (limit) => {
    const { items } = await walkPages(world.api, `/v1/bills?q=beekeeping&limit=${limit}`)
    const found = items.map((item) => (item as unknown as Found).identifier)
    expect(found).toEqual(['HB 5', 'HB 4', 'HB 3', 'HB 2'])
  })

  it('shows the passage of each bill and the position of the words in it', async () => {
    const found = await search('q=beekeeping')
    expect(found.map(({ passage }) => passage?.part)).toEqual(['title', 'subjects', 'abstract', 'text'])
    expect(found[0]!.passage!.text).toBe('Beekeepers and beekeeping')
    expect(found[1]!.passage!.text).toBe('Agriculture; Beekeeping')
    expect(found[2]!.passage!.text).toMatch(/It reports\. .*Beekeeping is free\.$/)
    expect(found[3]!.passage!.text).toBe('Section 1. No permit is needed for beekeeping on one’s own land.')
    for (const bill of found.slice(1))
      expect(marked(bill)?.map((word) => word.toLowerCase())).toEqual(['beekeeping'])
  })

  it('shows a passage from the part that has most of the words', async () => {
    const [across] = await search('q=renters+landlords')
    expect(across).toMatchObject({
      identifier: 'HB 1575',
      passage: { part: 'subjects', text: 'Housing; Landlords', matches: [{ start: 9, end: 18 }] },
    })
    const [more] = await search('q=renter+home+landlord')
    expect(more!.passage).toMatchObject({ part: 'title' })
    expect(marked(more!)).toEqual(['renters', 'home'])
    for (const bill of await search('q=beekeeping+or+renters+or+1575')) expect(bill.passage).not.toBeNull()
  })

  it('does not search technical ids, and does not mix up similar words', async () => {
    expect(await identifiers('q=bill')).toEqual(['HB 1575'])
    expect(await identifiers('q=%22bill%20of%20rights%22')).toEqual(['HB 1575'])
    for (const q of ['wa', 'ocd', 'ocd-bill-wa-2025_2026-hb1575'])
      expect(await identifiers(`q=${q}`), q).toEqual([])
    expect((await search('q=house'))[0]!.passage).toMatchObject({ part: 'title' })
    expect(marked((await search('q=house'))[0]!)).toEqual(['house'])
    expect((await search('q=housing'))[0]!.passage).toMatchObject({ part: 'subjects' })
  })

  it('supports phrases, alternatives and exclusions', async () => {
    expect(await identifiers('q=%22tax%20relief%22')).toEqual(['SB 50'])
    expect(await identifiers('q=%22relief%20tax%22')).toEqual([])
    expect(new Set(await identifiers('q=roads%20or%20farms'))).toEqual(new Set(['HB 1', 'HB 3']))
    expect(await identifiers('q=beekeeping%20-land%20-insects%20-herd')).toEqual(['HB 5'])
  })

  it.each([
    ['tax 2025 relief', ['SB 50']],
    ['100 days', ['SB 51']],
    ['24 hour notice', []],
    ['AB5 gig', ['AB 0005']],
    ['the of and', []],
  ])('reads %s as words, not as a number', async (q, expected) => {
    expect(await identifiers(`q=${encodeURIComponent(q)}`)).toEqual(expected)
  })

  it('can be filtered', async () => {
    expect(await identifiers('q=beekeeping&jurisdiction=wa&introduced_since=2026-01-15')).toEqual(['HB 2'])
    expect(await identifiers('q=beekeeping&jurisdiction=de')).toEqual([])
    expect(await identifiers('q=beekeeping&subject=Agriculture')).toEqual(['HB 4'])
  })

  it('shows no passage if the results are not ranked', async () => {
    for (const query of ['q=HB%205', 'q=beekeeping&sort=id', 'jurisdiction=wa']) {
      for (const bill of await search(query)) expect(bill).not.toHaveProperty('passage')
    }
  })
})

describe('a search for a number', () => {
  it('returns only the bills of that number, the newest first', async () => {
    expect(await identifiers('q=ab5')).toEqual(['AB 0005', 'AB 5'])
    expect(await identifiers('q=A.B.%205&session=2019-2020')).toEqual(['AB 5'])
  })

  it('accepts common spellings, prefixes of versions and numbers of public laws', async () => {
    for (const q of ['SHB 3', '2SHB 3', 'e2shb3', 'House Bill 3', 'H.B. No. 3'])
      expect(await identifiers(`q=${encodeURIComponent(q)}`), q).toEqual(['HB 3'])
    expect(await identifiers('identifier=SHB%203,ESSB%2050')).toEqual(['HB 3', 'SB 50'])
    // SHB is read as HB only in Washington, and this search is limited to Delaware.
    expect(await identifiers('q=SHB%203&jurisdiction=de')).toEqual([])
    for (const q of ['PL 114-74', 'P.L. 114–74', 'Pub. L. No. 114-74', 'Public Law 114-74', 'PL114-74'])
      expect(await identifiers(`q=${encodeURIComponent(q)}`), q).toEqual(['HR 1314'])
    expect(await identifiers('q=PL%20114-7')).toEqual([])
  })

  it('becomes a search for words if no matching bill has the number', async () => {
    expect(await identifiers('q=ab5&chamber=lower&identifier=HB1')).toEqual([])
    expect(await identifiers('q=SD1614')).toEqual(['S 1404'])
    expect(await identifiers('q=SD%201614')).toEqual(['S 1404'])
  })
})

describe('a search with a sort order', () => {
  it('returns the matches in that order', async () => {
    expect(await identifiers('q=beekeeping&sort=introduced_on')).toEqual(['HB 5', 'HB 3', 'HB 4', 'HB 2'])
    expect(await identifiers('q=beekeeping&sort=-introduced_on')).toEqual(['HB 2', 'HB 4', 'HB 3', 'HB 5'])
    expect(await identifiers('q=ab5&sort=id')).toEqual(['AB 5', 'AB 0005'])
  })

  it('returns changed matches with updated_since, and which of them were removed', async () => {
    const since = 'q=beekeeping&updated_since=2026-01-01'
    expect(new Set(await identifiers(since))).toEqual(new Set(['HB 2', 'HB 3', 'HB 4', 'HB 5']))
    const { story } = world
    const gone = story.bill({ identifier: 'HB 9', title: 'Beekeeping is forbidden' })
    story.emit('bill.removed', { id: gone.id, ocd_id: gone.ocd_id, bill: { ...gone }, reason: 'gone' })
    await world.project()
    expect(await identifiers(since)).toHaveLength(4)
    const answer = await world.api.get(`/v1/bills?${since}&include=deleted`)
    expect(answer.json<{ data: object[] }>().data).toContainEqual({
      id: gone.id,
      ocd_id: gone.ocd_id,
      deleted: true,
      updated_at: story.at,
    })
  })
})

describe('the text of a bill', () => {
  it('is found by its old words until the new version is indexed', async () => {
    const { story } = world
    const bill = story.bill({ identifier: 'HB 60', title: 'Amended' })
    await world.texts(bill, ['The old clause speaks of quicksilver.'])
    await world.project()
    await world.index()
    expect(await identifiers('q=quicksilver')).toEqual(['HB 60'])
    await world.texts(bill, ['The old clause speaks of quicksilver.', 'The new clause speaks of mercury.'])
    await world.project()
    expect(await identifiers('q=quicksilver')).toEqual(['HB 60'])
    expect(await identifiers('q=mercury')).toEqual([])
    await world.index()
    expect(await identifiers('q=quicksilver')).toEqual([])
    expect(await identifiers('q=mercury')).toEqual(['HB 60'])
  })

  it('adds no second item for a bill that is also found by its title', async () => {
    await world.texts(inTitle, ['Beekeeping, beekeeping, beekeeping.'])
    await world.project()
    await world.index()
    expect((await identifiers('q=beekeeping')).filter((identifier) => identifier === 'HB 5')).toHaveLength(1)
  })
})
