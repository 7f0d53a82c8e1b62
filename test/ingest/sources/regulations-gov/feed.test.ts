import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { easternMoment } from '../../../../ingest/sources/regulations-gov/eastern-filter.ts'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { listingOf } from '../../../support/fakes/regulations-gov-api.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createFetchWorld, type Fetched, type FetchWorld } from '../../../support/ingest/fetch-world.ts'
import {
  type GovDocument,
  regulationsGovDocument,
} from '../../../support/source-records/regulations-gov-documents.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const shared = await createTestDatabase()
const KEY = 'a-secret-key'
let server: FaultyServer
let world: FetchWorld
let source: Source
let documents: GovDocument[]
let names = 0

// The clock of these tests starts at 2 March 2026, 09:00 UTC.
beforeEach(async () => {
  server = await createFaultyServer()
  const settings = { ...shared.settings, regulations_gov_url: server.url, regulations_gov_api_key: KEY }
  world = await createFetchWorld(shared.database, settings)
  source = { ...regulationsGov, name: `regulations-gov-${++names}` }
  documents = []
  server.serve(
    '/documents',
    listingOf(() => documents),
  )
})

const document = (id: string, lastModifiedDate: string, more: object = {}): GovDocument =>
  regulationsGovDocument(id, {
    documentType: 'Rule',
    lastModifiedDate,
    agencyId: 'EPA',
    docketId: null,
    ...more,
  })
const numbered = (index: number) => `EPA-2023-0001-${String(index).padStart(5, '0')}`
/** Documents that change one second apart. */
const oneASecond = (count: number, from: string) =>
  Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(from) + index * 1000).toISOString().replace('.000Z', 'Z')
    return document(numbered(index), at)
  })
function idsIn({ documents: fetched }: Pick<Fetched, 'documents'>): Set<string> {
  const bodies = fetched.map(({ bytes }) => JSON.parse(bytes.toString()) as { data: unknown })
  return new Set(bodies.flatMap(({ data }) => (Array.isArray(data) ? data.map(({ id }) => id) : [])))
}
const filters = () => server.seen.map(({ query }) => query.get('filter[lastModifiedDate][ge]'))

describe('a time for the filter of regulations.gov', () => {
  it.each([
    ['2023-01-17T02:00:09Z', '2023-01-16 21:00:09', '2023-01-17T02:00:10Z'],
    ['2023-07-17T02:00:09Z', '2023-07-16 22:00:09', '2023-07-17T02:00:10Z'],
    // Clocks go forward: five hours before, four after.
    ['2023-03-12T06:59:59Z', '2023-03-12 01:59:59', '2023-03-12T07:00:00Z'],
    ['2023-03-12T07:00:00Z', '2023-03-12 03:00:00', '2023-03-12T07:00:01Z'],
    // Clocks go back: the hour that happens twice is requested as a whole.
    ['2023-11-05T04:59:58Z', '2023-11-05 00:59:58', '2023-11-05T04:59:59Z'],
    ['2023-11-05T05:00:00Z', '2023-11-05 00:59:59', '2023-11-05T07:00:00Z'],
    ['2023-11-05T06:30:00Z', '2023-11-05 00:59:59', '2023-11-05T07:00:00Z'],
    ['2023-11-05T07:00:00Z', '2023-11-05 02:00:00', '2023-11-05T07:00:01Z'],
  ])('is written in Eastern time: %s is %s, and the next one is %s', (at, since, next) => {
    expect(easternMoment(at)).toMatchObject({ since, next })
  })
})

describe('a fetch of regulations.gov', () => {
  it('sends its key in a header and continues at the last change that it saw', async () => {
    documents = oneASecond(3, '2023-01-17T02:00:09Z')
    const fetched = await world.fetch(source, { since: '2023-01-17T02:00:09Z' })
    expect(idsIn(fetched).size).toBe(3)
    expect(server.seen.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true)
    expect(server.seen.some(({ path }) => path.includes(KEY))).toBe(false)
    expect(filters()).toEqual(Array(3).fill('2023-01-16 21:00:09'))
    expect(fetched.next_since).toBe('2023-01-17T02:00:11Z')
    expect(idsIn(await world.fetch(source, { since: fetched.next_since }))).toEqual(new Set([numbered(2)]))
  })

  it.each([
    ['in winter', '2023-01-17T00:00:00Z'],
    ['in summer', '2023-07-17T00:00:00Z'],
    ['while clocks go forward', '2023-03-12T06:45:00Z'],
    ['while clocks go back', '2023-11-05T04:45:00Z'],
  ])('gets all of 1,800 changes %s', async (_, from) => {
    documents = oneASecond(1_800, from)
    const fetched = await world.fetch(source, { since: from })
    expect(idsIn(fetched).size).toBe(1_800)
    expect(fetched.failure).toBeNull()
  })

  it('gets all changes of one second, and those after it', async () => {
    const at = '2023-01-17T02:00:09Z'
    documents = Array.from({ length: 700 }, (_, index) => document(numbered(index), at))
    documents.push(document('EPA-LATER', '2023-01-17T02:00:10Z'))
    expect(idsIn(await world.fetch(source, { since: at })).size).toBe(701)
  })

  it('gets more changes of one second than pages can show, by posting date', async () => {
    const at = '2023-01-17T02:00:09Z'
    documents = Array.from({ length: 6_000 }, (_, index) => {
      const postedDate = `20${10 + (index % 12)}-06-15T04:00:00Z`
      return document(numbered(index), at, { postedDate })
    })
    documents.push(document('EPA-LATER', '2023-01-17T02:00:10Z'))
    const fetched = await world.fetch(source, { since: at })
    expect(idsIn(fetched).size).toBe(6_001)
    expect(server.seen.every(({ query }) => Number(query.get('page[number]')) <= 20)).toBe(true)
  })

  it('gets documents that change during the fetch', async () => {
    documents = oneASecond(600, '2023-01-17T00:00:00Z')
    const serve = listingOf(() => documents)
    server.serve('/documents', (asked) => {
      const reply = serve(asked)
      // A document of the page that was just sent changes: it moves to the end, and all others move up.
      if (asked.times === 1 && asked.query.get('filter[documentType]') === 'Rule') {
        const [first, ...others] = documents
        documents = [...others, document(first!.id, '2023-01-17T01:00:00Z')]
      }
      return reply
    })
    expect(idsIn(await world.fetch(source, { since: '2023-01-17T00:00:00Z' })).size).toBe(600)
  })

  it('resumes where a run was killed', async () => {
    documents = oneASecond(800, '2023-01-17T00:00:00Z')
    const since = '2023-01-17T00:00:00Z'
    const killed = await world.fetch(source, { since, dies_after: 2 })
    server.clear()
    const rest = await world.fetch(source, { since })
    expect(idsIn({ documents: [...killed.documents, ...rest.documents] }).size).toBe(800)
    const of_rules = server.seen.find(({ query }) => query.get('filter[documentType]') === 'Rule')
    expect(of_rules?.query.get('filter[lastModifiedDate][ge]')).toBe('2023-01-16 19:04:09')
  })

  it('requests the dockets, details, and comment counts of open documents within a limit', async () => {
    documents = Array.from({ length: 200 }, (_, index) =>
      document(numbered(index), '2023-01-17T02:00:09Z', {
        openForComment: true,
        docketId: `EPA-${Math.floor(index / 2)}`,
      }),
    )
    server.serve(/^\/dockets\//, ({ path }) => ({
      body: {
        data: { id: path.slice('/dockets/'.length), type: 'dockets', attributes: { title: 'A docket' } },
      },
    }))
    server.serve(/^\/document-comments-received-counts\//, {
      status: 400,
      body: { errors: [{ status: '400', title: 'Invalid ID' }] },
    })
    const { documents: fetched, failure } = await world.fetch(source, { since: '2023-01-17T00:00:00Z' })
    expect(failure).toBeNull()
    expect(fetched[0]!.name).toBe('regulations-gov/docket_EPA-0.json')
    expect(fetched.filter(({ name }) => name.includes('/docket_'))).toHaveLength(100)
    expect(server.count(/^\/(dockets|document)/) - server.count(/^\/documents\?/)).toBe(150)
  })

  it.each([
    ['a limit', { kind: 'status', status: 429, retry_after: '2' }],
    ['a broken server', { kind: 'status', status: 500 }],
    ['a body that ends early', { kind: 'ends-early' }],
    ['a page that says “try later”', { kind: 'web-page' }],
  ] as const)('repeats a request after %s', async (_, fault) => {
    documents = oneASecond(300, '2023-01-17T00:00:00Z')
    server.fail(fault, /documents/, 2)
    const fetched = await world.fetch(source, { since: '2023-01-17T00:00:00Z' })
    expect(fetched.failure).toBeNull()
    expect(idsIn(fetched).size).toBe(300)
  })

  it('fails without showing the key if the key is refused', async () => {
    server.serve('/documents', {
      status: 403,
      body: { error: { code: 'API_KEY_INVALID', message: 'An invalid api_key was supplied.' } },
    })
    const { failure } = await world.fetch(source, { since: '2023-01-17T00:00:00Z' })
    expect(failure).toMatchObject({ code: 'upstream_refused' })
    expect(String(failure)).not.toContain(KEY)
  })
})

const recorded = realData('regulations-gov/v4_responses')

describe.skipIf(recorded === undefined)('the recorded notices of one week', () => {
  it('are fetched, observed, and reread from the archive without a request', async () => {
    const pages = await Promise.all(
      ['02', '03'].map(async (page) => {
        const file = `${recorded}/regulations_dot_gov_v4_documents_updated_within__${page}.200.json.gz`
        return JSON.parse(gunzipSync(await readFile(file)).toString()) as { data: GovDocument[] }
      }),
    )
    documents = pages.flatMap(({ data }) => data)
    const run = await world.run(source, { since: '2023-01-11T19:00:00Z' })
    const distinct = new Set(documents.map(({ id }) => id)).size
    expect(distinct).toBe(405)
    // Some are in several dockets under one number, which is printed with different dashes.
    expect(run.by_type['regulation.published']).toBe(369)
    expect(run.quarantined).toBe(1)
    const asked = server.count()
    const replayed = await world.replay(source)
    expect(server.count()).toBe(asked)
    expect(replayed.events).toBe(0)
    expect(replayed.records).toBe(run.records)
  })
})
