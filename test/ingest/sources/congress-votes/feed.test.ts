import { describe, expect, it } from 'vitest'
import { congressVotes } from '../../../../ingest/sources/congress-votes/index.ts'
import { readHouseIndex, readSenateMenu } from '../../../../ingest/sources/congress-votes/listings.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld, namesOf } from '../../../support/ingest/fetch-world.ts'
import { clerkXml, lisXml } from '../../../support/source-records/roll-calls.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

/** A page of the Clerk with the links that unitedstates/congress reads from it. */
const houseIndex = (rows: readonly (readonly [number, string])[], hundreds: readonly number[] = []) =>
  `<html><body><table>${rows
    .map(
      ([number, day]) =>
        `<TR><TD><A HREF="http://clerk.house.gov/cgi-bin/vote.asp?year=2026&rollnumber=${number}">${number}</A></TD><TD><FONT>${day}</FONT></TD><TD>H R 1</TD></TR>`,
    )
    .join(
      '\n',
    )}</table>${hundreds.map((hundred) => `<A HREF="ROLL_${String(hundred).padStart(3, '0')}.asp">${hundred}</A>`).join(' ')}</body></html>`

const senateMenu = (votes: readonly (readonly [number, string])[], year = '2026') =>
  `<?xml version="1.0" encoding="UTF-8"?><vote_summary><congress>119</congress><session>2</session><congress_year>${year}</congress_year>
   <votes>${votes.map(([number, day]) => `<vote><vote_number>${String(number).padStart(5, '0')}</vote_number><vote_date>${day}</vote_date><issue>H.R. 1</issue></vote>`).join('')}</votes></vote_summary>`

const house = (number: number, day: string) =>
  clerkXml.replace('<rollcall-num>37', `<rollcall-num>${number}`).replace('21-Jan-2026', `${day}-2026`)
const senate = (number: number) =>
  lisXml
    .replace('<congress_year>2025', '<congress_year>2026')
    .replace('<vote_number>371', `<vote_number>${number}`)
const HOUSE = '/house/evs/2026/index.asp'
const MENU = '/senate/legislative/LIS/roll_call_lists/vote_menu_119_2.xml'
const lis = (number: number) =>
  `/senate/legislative/LIS/roll_call_votes/vote1192/vote_119_2_${String(number).padStart(5, '0')}.xml`

async function createWorld() {
  const server = await createFaultyServer()
  const { database, settings } = await createTestDatabase()
  const world = await createFetchWorld(database, {
    ...settings,
    house_clerk_url: `${server.url}/house`,
    senate_lis_url: `${server.url}/senate`,
  })
  return { server, world }
}

/** The listings of the year before exist, but no vote in them is recent. */
function publishLastYear(server: FaultyServer): void {
  server.serve('/house/evs/2025/index.asp', { body: houseIndex([]) })
  server.serve('/senate/legislative/LIS/roll_call_lists/vote_menu_119_1.xml', {
    body: senateMenu([], '2025').replace('<session>2', '<session>1'),
  })
}

function publish(server: FaultyServer): void {
  publishLastYear(server)
  server.serve(HOUSE, {
    body: houseIndex(
      [
        [102, '1-Mar'],
        [101, '27-Feb'],
        [100, '20-Feb'],
      ],
      [100, 0],
    ),
  })
  server.serve('/house/evs/2026/ROLL_000.asp', {
    body: houseIndex([[99, '2-Jan']]),
  })
  for (const [number, day] of [
    [99, '2-Jan'],
    [100, '20-Feb'],
    [101, '27-Feb'],
    [102, '1-Mar'],
  ] as const)
    server.serve(`/house/evs/2026/roll${String(number).padStart(3, '0')}.xml`, {
      body: house(number, day),
      etag: true,
    })
  server.serve(MENU, {
    body: senateMenu([
      [372, '01-Mar'],
      [371, '10-Feb'],
    ]),
  })
  server.serve(lis(371), { body: senate(371), etag: true })
  server.serve(lis(372), { body: senate(372), etag: true })
}

describe('a fetch of roll calls', () => {
  it('gets the whole present Congress first, then only days that may be corrected', async () => {
    const { server, world } = await createWorld()
    publish(server)
    const first = await world.run(congressVotes)
    expect(first.by_type).toMatchObject({ 'vote.recorded': 6 })
    expect(first.quarantined).toBe(0)
    server.clear()
    world.clock.advance(60 * 60 * 1000)
    const again = await world.run(congressVotes, { since: '2026-03-02T09:00:00Z' })
    expect(again.events).toBe(0)
    expect(server.seen.map(({ path }) => path.split('/').at(-1)).toSorted()).toEqual([
      ...['index.asp', 'roll101.xml', 'roll102.xml'],
      ...['vote_119_2_00372.xml', 'vote_menu_119_2.xml'],
    ])
  })

  it('emits a correction of the last days', async () => {
    const { server, world } = await createWorld()
    publish(server)
    await world.run(congressVotes)
    server.serve('/house/evs/2026/roll102.xml', {
      body: house(102, '1-Mar').replace('<vote>Present', '<vote>Nay'),
    })
    world.clock.advance(60 * 60 * 1000)
    const again = await world.run(congressVotes, { since: '2026-03-02T09:00:00Z' })
    expect(again.by_type).toEqual({ 'vote.corrected': 1 })
  })

  it('skips listed roll calls that are missing and requests them in the next run', async () => {
    const { server, world } = await createWorld()
    publish(server)
    server.serve(lis(372), {
      body: '<html><body><a href="/roll-call-vote-not-available.htm">Not available</a></body></html>',
    })
    server.serve('/house/evs/2026/roll101.xml', { status: 404, body: 'not found' })
    const fetched = await world.fetch(congressVotes)
    expect(fetched.failure).toBeNull()
    expect(namesOf(fetched)).toEqual([
      ...['house/2026/roll099.xml', 'house/2026/roll100.xml', 'house/2026/roll102.xml'],
      'senate/vote_119_2_00371.xml',
    ])
    expect(fetched.next_since).toBe('2026-02-27T00:00:00Z')
  })

  it('gets every roll call in spite of faults, or in the next run after an outage', async () => {
    const { server, world } = await createWorld()
    publish(server)
    server.fail({ kind: 'status', status: 500 }, /roll100/u)
    server.fail({ kind: 'cut-off' }, /roll101/u)
    server.fail({ kind: 'web-page' }, /vote_119_2_00371/u)
    server.fail({ kind: 'status', status: 429, retry_after: '30' }, /vote_menu/u)
    expect((await world.fetch(congressVotes)).documents).toHaveLength(6)

    const { server: other, world: elsewhere } = await createWorld()
    publish(other)
    other.fail({ kind: 'status', status: 503 }, /vote_119_2_00371/u, 20)
    const broken = await elsewhere.fetch(congressVotes)
    expect(broken.failure?.code).toBe('upstream_unavailable')
    expect(broken.documents).toHaveLength(4)
    other.clear()
    expect(namesOf(await elsewhere.fetch(congressVotes))).toEqual([
      ...['senate/vote_119_2_00371.xml', 'senate/vote_119_2_00372.xml'],
    ])
  })

  it('resumes after a killed run and requests each roll call once', async () => {
    const { server, world } = await createWorld()
    publish(server)
    for (const number of ['099', '100'])
      server.serve(`/house/evs/2026/roll${number}.xml`, { status: 404, body: 'not found' })
    const killed = await world.fetch(congressVotes, { dies_after: 2 })
    expect(killed.documents).toHaveLength(2)
    const rest = await world.fetch(congressVotes)
    const names = new Set([...killed.documents, ...rest.documents].map(({ name }) => name))
    expect(names.size).toBe(4)
    expect(server.count(/roll101/u)).toBe(1)
    // Roll 100 was missing before the kill and is requested again. Roll 99 has been missing for two months and is given up.
    expect(rest.next_since).toBe('2026-02-20T00:00:00Z')
  })

  it('finds nothing in a new year, even if the menu still lists the old session', async () => {
    const { server, world } = await createWorld()
    server.serve(HOUSE, { body: houseIndex([]) })
    server.serve(MENU, { body: senateMenu([[372, '18-Dec']], '2025') })
    const fetched = await world.fetch(congressVotes, { since: '2026-03-01T00:00:00Z' })
    expect(fetched).toMatchObject({ failure: null, documents: [] })
  })

  it.each([
    ['house_clerk_url', 'HOUSE_CLERK_URL'],
    ['senate_lis_url', 'SENATE_LIS_URL'],
  ] as const)('fails and names the setting if %s is wrong', async (name, env) => {
    const { server, world } = await createWorld()
    publish(server)
    const settings = { [name]: `${server.url}/nowhere` }
    await expect(world.run(congressVotes, { settings })).rejects.toThrow(env)
    const fetched = await world.fetch(congressVotes, { since: '2026-03-01T00:00:00Z', settings })
    expect(fetched.failure).toMatchObject({ code: 'upstream_rejected' })
    const [other] = ['HOUSE_CLERK_URL', 'SENATE_LIS_URL'].filter((one) => one !== env)
    expect(fetched.failure?.message).not.toContain(other)
  })

  it('fails in early January only if the menu of the year before is missing too', async () => {
    const { server, world } = await createWorld()
    world.clock.advance(Date.parse('2027-01-05T00:00:00Z') - world.clock.now().getTime())
    server.serve(HOUSE, { body: houseIndex([]) })
    const since = '2027-01-04T00:00:00Z'
    const wrong = await world.fetch(congressVotes, { since: '2027-01-04T12:00:00Z' })
    expect(wrong.failure?.message).toContain('SENATE_LIS_URL')
    server.serve(MENU, { body: senateMenu([]) })
    expect(await world.fetch(congressVotes, { since })).toMatchObject({ failure: null, documents: [] })
  })

  it('fails if the menu of the Senate is malformed', async () => {
    const { server, world } = await createWorld()
    server.serve(HOUSE, { body: houseIndex([]) })
    server.serve(MENU, { body: '<error>Try later</error>' })
    const fetched = await world.fetch(congressVotes, { since: '2026-03-01T00:00:00Z' })
    expect(fetched.failure?.code).toBe('upstream_malformed')
  })
})

describe('a listing of roll calls', () => {
  it('from the House contains each roll call once, and the pages of earlier ones', () => {
    const index = readHouseIndex(
      houseIndex(
        [
          [102, '1-Mar'],
          [101, 'soon'],
          [102, '1-Mar'],
        ],
        [0, 100],
      ),
      '2026',
    )
    expect(index).toEqual({
      listed: [
        { number: 102, day: '2026-03-01' },
        { number: 101, day: null },
      ],
      hundreds: [100, 0],
    })
  })

  it('from the Senate counts only for its own session', () => {
    const menu = senateMenu([[371, '10-Feb']])
    expect(readSenateMenu(menu, { congress: '119', year: '2026' })).toEqual([
      { number: 371, day: '2026-02-10' },
    ])
    expect(readSenateMenu(menu, { congress: '120', year: '2027' })).toEqual([])
  })
})
