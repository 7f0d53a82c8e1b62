import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { STARTED_AT } from '../../../support/source-records/read-source.ts'

const folder = realData('openstates-scraper')

/** Places that between them have copies, shared numbers, a rejection, no votes, and statuses. The nightly run has all. */
const quickPlaces = ['de', 'gu', 'ks', 'mp', 'ut', 'va']

const inThisRun = <T>(byPlace: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(byPlace).filter(([place]) => NIGHTLY || quickPlaces.includes(place)))

/** Bills, bill copies, votes, vote copies. */
const expected: Readonly<Record<string, readonly [number, number, number, number]>> = {
  ak: [856, 0, 1076, 0],
  ar: [2, 0, 0, 0],
  az: [2190, 0, 3463, 0],
  dc: [1183, 0, 813, 0],
  de: [714, 0, 963, 0],
  gu: [277, 554, 0, 0],
  ia: [3884, 0, 0, 0],
  id: [817, 0, 853, 0],
  il: [8648, 0, 6671, 0],
  ks: [781, 0, 0, 0],
  ky: [1441, 0, 702, 0],
  la: [2616, 0, 3172, 0],
  md: [2677, 0, 0, 0],
  mi: [3924, 0, 1208, 0],
  mo: [1768, 0, 0, 0],
  mp: [326, 0, 0, 0],
  nc: [1794, 0, 634, 0],
  ne: [1847, 4460, 1772, 5471],
  nh: [1387, 0, 387, 0],
  nm: [2, 0, 0, 0],
  nv: [27, 0, 33, 0],
  ny: [19407, 0, 5526, 0],
  or: [304, 0, 0, 0],
  sd: [41, 0, 0, 0],
  tx: [692, 0, 0, 0],
  ut: [1021, 86, 1917, 101],
  va: [299, 0, 762, 0],
  vt: [1718, 0, 149, 0],
  wa: [3411, 0, 2302, 2],
}

/** Final statuses of bills, for the places whose texts were read and compared. */
const statuses: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { enacted: 243, vetoed: 2 },
  ks: {
    enacted: 106,
    'enacted/without_signature': 8,
    'enacted/line_item_veto': 1,
    'enacted/veto_overridden': 14,
    'vetoed/override_failed': 4,
  },
  nc: { 'enacted/veto_overridden': 8, vetoed: 7 },
  nh: { vetoed: 0, 'vetoed/override_failed': 25, 'enacted/veto_overridden': 7 },
  wa: { enacted: 674, 'enacted/line_item_veto': 16, vetoed: 1 },
}

type Seen = { bills: number; bill_copies: number; votes: number; vote_copies: number }

describe.skipIf(folder === undefined)('the real data of all scrapers', () => {
  const seen: Record<string, Seen> = {}
  const ends: Record<string, Record<string, number>> = {}
  const keys = new Map<string, number>()
  const faults: string[] = []
  const rejections: string[] = []
  const groups: number[] = []

  beforeAll(async () => {
    const paths = NIGHTLY ? [folder!] : quickPlaces.map((place) => join(folder!, place))
    for await (const item of openstatesScraper.read({ paths, started_at: STARTED_AT })) {
      if (item.kind === 'rejected') {
        rejections.push(`${item.rejection.record}: ${item.rejection.detail}`)
        continue
      }
      const division = item.kind === 'copies' ? item.jurisdiction : item.group[0]!.jurisdiction
      const place = division.slice(-2)
      seen[place] ??= { bills: 0, bill_copies: 0, votes: 0, vote_copies: 0 }
      if (item.kind === 'copies') {
        if (item.entity === 'bill') seen[place].bill_copies += item.count
        if (item.entity === 'vote') seen[place].vote_copies += item.count
        continue
      }
      if (item.group.length > 1) groups.push(item.group.length)
      for (const observation of item.group) {
        faults.push(...faultsOf(observation))
        keys.set(
          `${observation.entity} ${observation.key}`,
          (keys.get(`${observation.entity} ${observation.key}`) ?? 0) + 1,
        )
        if (observation.entity === 'vote') seen[place].votes++
        if (observation.entity !== 'bill') continue
        seen[place].bills++
        const { core, actions } = observation.parts
        const last = foldStatus(
          actions!.map((action, index) => ({ ...action, id: String(index) })),
          {
            jurisdiction: core!.jurisdiction,
            chamber_of_origin: core!.chamber,
            classification: core!.classification,
            title: core!.title,
          },
        ).at(-1)!
        const end = last.detail === null ? last.status : `${last.status}/${last.detail}`
        ends[place] ??= {}
        ends[place][end] = (ends[place][end] ?? 0) + 1
      }
    }
  }, 180_000)

  it('give each bill and vote of 29 jurisdictions once, and count the copies', () => {
    const emitted = Object.entries(seen).map(([place, { bills, bill_copies, votes, vote_copies }]) => [
      place,
      [bills, bill_copies, votes, vote_copies],
    ])
    expect(Object.fromEntries(emitted)).toEqual(inThisRun(expected))
  })

  it('give 32,403 votes from 37,977 files, and 64,054 bills from 69,154', () => {
    const total = [0, 1, 2, 3].map((column) =>
      Object.values(expected).reduce((sum, row) => sum + row[column]!, 0),
    )
    expect(total).toEqual([64_054, 5_100, 32_403, 5_574])
    expect(total[0]! + total[1]!).toBe(69_154)
    expect(total[2]! + total[3]!).toBe(37_977)
  })

  it('give each entity its own key, except for ten shared numbers in the Northern Marianas', () => {
    expect(groups).toEqual(Array.from({ length: 10 }, () => 2))
    const shared = [...keys].filter(([, count]) => count > 1)
    expect(shared).toHaveLength(10)
    expect(
      shared.every(
        ([key, count]) => count === 2 && key.startsWith('bill ocd-division/country:us/state:mp|24|'),
      ),
    ).toBe(true)
  })

  it('have one rejection: two Virginia sessions of 2018 with one identifier', () => {
    expect(rejections).toHaveLength(1)
    expect(rejections[0]).toContain('session ocd-division/country:us/state:va|2018specialI')
  })

  it('fit the schemas of the log', () => {
    expect(faults.slice(0, 5)).toEqual([])
  })

  it('end in the statuses that their texts show', () => {
    const emitted = Object.entries(inThisRun(statuses)).map(([place, wanted]) => [
      place,
      Object.fromEntries(Object.keys(wanted).map((status) => [status, ends[place]?.[status] ?? 0])),
    ])
    expect(Object.fromEntries(emitted)).toEqual(inThisRun(statuses))
  })
})

const history = realData('openstates-history')

// alabama-2026.test.ts reads a tenth of it in every run.
describe.skipIf(history === undefined || !NIGHTLY)('the real history of one session', () => {
  it('gives each of the 10,130 revisions of 1,507 bills in order, unless the revision changes nothing we read', async () => {
    const last = new Map<string, string>()
    const counts = { observed: 0, copies: 0, rejected: 0, backwards: 0 }
    for await (const item of openstatesScraper.read({ paths: [history!], started_at: STARTED_AT })) {
      if (item.kind === 'rejected') counts.rejected++
      else if (item.kind === 'copies') counts.copies += item.entity === 'bill' ? item.count : 0
      else {
        for (const { entity, key, observed_at } of item.group) {
          if (entity !== 'bill') continue
          counts.observed++
          if ((last.get(key) ?? '') > observed_at) counts.backwards++
          last.set(key, observed_at)
        }
      }
    }
    expect(last.size).toBe(1_507)
    expect(counts.observed + counts.copies).toBe(10_130)
    expect(counts).toMatchObject({ rejected: 0, backwards: 0 })
  }, 60_000)
})
