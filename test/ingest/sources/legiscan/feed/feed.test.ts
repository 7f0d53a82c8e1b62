import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../../../ingest/source-interface/source.ts'
import { legiscan } from '../../../../../ingest/sources/legiscan/index.ts'
import { createFaultyServer, type FaultyServer } from '../../../../support/fakes/faulty-server.ts'
import { LEGISCAN_KEY, type LegiscanSession, serveLegiscan } from '../../../../support/fakes/legiscan-api.ts'
import { createFetchWorld, type FetchWorld, namesOf } from '../../../../support/ingest/fetch-world.ts'
import {
  billOf,
  personOf,
  rollCallOf,
  summaryOf,
} from '../../../../support/source-records/legiscan-records.ts'
import { createTestDatabase } from '../../../../support/stores/database.ts'

let server: FaultyServer
let world: FetchWorld
let georgia: LegiscanSession
let source: Source
let names = 0

const shared = await createTestDatabase()
const settings = { ...shared.settings, legiscan_api_key: LEGISCAN_KEY, legiscan_states: ['GA'] }

// The clock of these tests starts at 2 March 2026, 09:00 UTC. Each has an archive of its own.
beforeEach(async () => {
  server = await createFaultyServer()
  world = await createFetchWorld(shared.database, { ...settings, legiscan_url: server.url })
  source = { ...legiscan, name: `legiscan-${++names}` }
  const bills = [1, 2, 3].map((number) => billOf(number, { change_hash: `hash-${number}` }))
  georgia = {
    session: bills[0]!.session as LegiscanSession['session'],
    bills,
    roll_calls: {},
    people: [personOf(7, 'Clint Crowe'), personOf(8, 'Ron Stephens')],
    dataset: { date: '2026-03-01', bills, roll_calls: [] },
  }
  serveLegiscan(server, () => [georgia])
})

const asked = () =>
  server.seen.map(({ query }) => [query.get('op'), query.get('id')].filter(Boolean).join(' '))
const change = (number: number, fields: object) => {
  georgia.bills = georgia.bills.map((bill) => (bill.bill_id === number ? { ...bill, ...fields } : bill))
}

describe('a fetch of LegiScan', () => {
  it('gets the data set of a session once, then the bills that its master list shows as changed', async () => {
    const first = await world.fetch(source)
    expect(first.failure).toBeNull()
    expect(namesOf(first)).toEqual([expect.stringMatching(/^GA_2100_JSON_20260301_[0-9a-f]{32}\.zip$/)])
    expect(asked()).toEqual(['getDatasetList', 'getDatasetRaw 2100', 'getMasterListRaw 2100'])
    server.clear()
    change(2, { change_hash: 'hash-2b', title: 'Another title' })
    const second = await world.fetch(source)
    expect(namesOf(second)).toEqual(['getBill-2.json'])
    expect(asked()).toEqual(['getDatasetList', 'getMasterListRaw 2100', 'getBill 2'])
    server.clear()
    expect((await world.fetch(source)).documents).toEqual([])
    expect(asked()).toEqual(['getDatasetList', 'getMasterListRaw 2100'])
  })

  it('gets a bill again if it changes back', async () => {
    await world.fetch(source)
    change(2, { change_hash: 'hash-2b', title: 'Another title' })
    await world.fetch(source)
    georgia.bills = [...georgia.dataset.bills]
    expect(namesOf(await world.fetch(source))).toEqual(['getBill-2.json'])
  })

  it('gets the voters of a new roll call, then its bill and the roll call', async () => {
    await world.fetch(source)
    const roll_call = rollCallOf(55, 2, { 7: 1, 8: 2 })
    georgia.roll_calls = { 55: roll_call }
    change(2, { change_hash: 'hash-2b', votes: [summaryOf(roll_call)] })
    const second = await world.fetch(source)
    expect(namesOf(second)).toEqual(['getSessionPeople-2100.json', 'getBill-2.json', 'getRollCall-55.json'])
    server.clear()
    change(2, { change_hash: 'hash-2c', title: 'Another title' })
    expect(namesOf(await world.fetch(source))).toEqual(['getBill-2.json'])
  })

  it('gets the data set of a new week, including changed votes of unchanged bills', async () => {
    const roll_call = rollCallOf(55, 2, { 7: 1, 8: 2 })
    const voted = { ...georgia.bills[1]!, votes: [summaryOf(roll_call)] }
    georgia.bills = [voted]
    georgia.dataset = { date: '2026-03-01', bills: [voted], roll_calls: [roll_call] }
    await world.fetch(source)
    georgia.dataset = { date: '2026-03-08', bills: [voted], roll_calls: [rollCallOf(55, 2, { 7: 2, 8: 1 })] }
    server.clear()
    expect(namesOf(await world.fetch(source))).toEqual([expect.stringMatching(/^GA_2100_JSON_20260308_/)])
    expect((await world.fetch(source)).documents).toEqual([])
    expect(server.count(/getDatasetRaw/)).toBe(1)
  })

  it('uses its share of the monthly queries and continues in the next run', async () => {
    await world.fetch(source)
    for (const number of [1, 2, 3]) change(number, { change_hash: `hash-${number}b`, title: 'Another title' })
    // Six hours are 1/120 of a month: three queries, of which the lists take two.
    const few = { settings: { legiscan_queries_per_month: 360 } }
    // A run that is twelve times as frequent may make a twelfth of that: not even one query.
    const often = { settings: { legiscan_queries_per_month: 360, ingest_intervals: ['legiscan=30m'] } }
    server.clear()
    expect((await world.fetch(source, often)).documents).toEqual([])
    expect(asked()).toEqual(['getDatasetList'])
    const given = []
    for (let run = 0; run < 3; run++) given.push(...(await world.fetch(source, few)).documents)
    expect(given.map(({ name }) => name)).toEqual(['getBill-1.json', 'getBill-2.json', 'getBill-3.json'])
    expect((await world.fetch(source, few)).documents).toEqual([])
  })

  it('requests no sessions that are over and no other states', async () => {
    const over = { ...georgia, session: { ...georgia.session, session_id: 2099, year_end: 2025 } }
    const prior = { ...georgia, session: { ...georgia.session, session_id: 2098, prior: 1 } }
    const elsewhere = { ...georgia, session: { ...georgia.session, session_id: 2097, state_id: 22 } }
    serveLegiscan(server, () => [over, prior, elsewhere, georgia])
    await world.fetch(source)
    expect(asked()).toEqual(['getDatasetList', 'getDatasetRaw 2100', 'getMasterListRaw 2100'])
  })

  it('treats an error with status 200 as a failure, except for a bill that is gone', async () => {
    const refused = await world.fetch(source, { settings: { legiscan_api_key: 'another-key-0000' } })
    expect(refused.failure).toMatchObject({ code: 'upstream_refused' })
    expect(refused.failure?.message).toContain('Invalid API key')
    expect(refused.failure?.message).not.toContain('another-key-0000')
    await world.fetch(source)
    georgia.bills = [billOf(9, { change_hash: 'hash-9', gone: true }), ...georgia.bills]
    change(3, { change_hash: 'hash-3b' })
    const second = await world.fetch(source)
    expect(second.failure).toBeNull()
    expect(namesOf(second)).toEqual(['getBill-3.json'])
    expect(server.count(/getBill&id=9&/)).toBe(1)
  })

  it('fails if the list of data sets is missing, and keeps the path of its address', async () => {
    const settings = { legiscan_url: `${server.url}/mirror/` }
    const fetched = await world.fetch(source, { settings })
    expect(fetched.failure).toMatchObject({ code: 'upstream_rejected' })
    expect(server.seen.map(({ path }) => path.split('?')[0])).toEqual(['/mirror/'])
  })

  it('requests truncated or wrong answers again', async () => {
    server.fail({ kind: 'cut-off' }, /getDatasetRaw/)
    server.fail({ kind: 'web-page' }, /getMasterListRaw/)
    server.fail({ kind: 'status', status: 500 }, /getDatasetList/)
    const fetched = await world.fetch(source)
    expect(fetched.failure).toBeNull()
    expect(fetched.documents).toHaveLength(1)
    expect(server.count(/getDatasetRaw/)).toBe(2)
  })

  it('can be ingested and later reread from the archive without a request', async () => {
    const roll_call = rollCallOf(55, 2, { 7: 1, 8: 2 })
    georgia.roll_calls = { 55: roll_call }
    georgia.dataset = {
      ...georgia.dataset,
      bills: georgia.dataset.bills.map((bill) =>
        bill.bill_id === 2 ? { ...bill, votes: [summaryOf(roll_call)] } : bill,
      ),
      roll_calls: [roll_call],
    }
    const first = await world.run(source)
    expect(first.by_type).toMatchObject({ 'bill.introduced': 3, 'vote.recorded': 1 })
    change(2, { change_hash: 'hash-2b', title: 'Another title', votes: [summaryOf(roll_call)] })
    const second = await world.run(source)
    // The list of the bill has the roll call without voters, so the voters stay.
    expect(second.by_type).toEqual({ 'bill.updated': 1 })
    server.clear()
    expect(await world.replay(source)).toMatchObject({ events: 0, quarantined: 0 })
    expect(server.seen).toEqual([])
  })
})
