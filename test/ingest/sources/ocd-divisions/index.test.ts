import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Observation } from '../../../../ingest/source-interface/observation.ts'
import type { SourceItem } from '../../../../ingest/source-interface/source.ts'
import { ocdDivisions } from '../../../../ingest/sources/ocd-divisions/index.ts'
import type { Division } from '../../../../schemas/event-bodies/reference.ts'
import { normalizeDivisionId } from '../../../../schemas/vocabulary/division-id.ts'
import { collect } from '../../../support/harness/collect.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld, typesOf } from '../../../support/ingest/ingest-world.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const scratch = await mkdtemp(join(tmpdir(), 'divisions-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
const US = 'ocd-division/country:us'
let times = 0

async function readAll(files: Record<string, string>): Promise<SourceItem[]> {
  const folder = join(scratch, String(++times))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return collect(ocdDivisions.read({ paths: [folder], started_at: '2026-11-28T00:00:00Z' }))
}

const divisionsIn = (items: readonly SourceItem[]): Division[] =>
  items.flatMap((item) =>
    item.kind === 'observed' ? [(item.group[0] as Observation & { entity: 'division' }).parts.division!] : [],
  )

describe('the lists of divisions', () => {
  it('give each division its specification id, with other ids as aliases', async () => {
    const items = await readAll({
      'country-us.csv': `id,name,census_geoid\n${US}/district:dc,District of Columbia,\n${US}/state:ak/cd:at-large,Alaska at large,cd-0200\n`,
      'country-uk.csv': 'id,name,gss_code\nocd-division/country:uk/eurc:london,London,E15000007\n',
    })
    expect(divisionsIn(items)).toMatchObject([
      {
        division_id: 'ocd-division/country:gb/eurc:london',
        country: 'gb',
        parent_id: 'ocd-division/country:gb',
        aliases: ['ocd-division/country:uk/eurc:london'],
        identifiers: [{ scheme: 'gss_code', identifier: 'E15000007' }],
      },
      {
        division_id: `${US}/state:ak/cd:1`,
        type: 'cd',
        parent_id: `${US}/state:ak`,
        aliases: [`${US}/state:ak/cd:at-large`],
        identifiers: [{ scheme: 'census_geoid', identifier: 'cd-0200' }],
      },
      { division_id: `${US}/state:dc`, type: 'state', parent_id: US, aliases: [`${US}/district:dc`] },
    ])
  })

  it('record when an at-large seat became the first district', async () => {
    const [first] = divisionsIn(
      await readAll({
        'a.csv': `id,name,validFrom,validThrough\n${US}/state:mt/cd:at-large,At large,,2023-01-03\n${US}/state:mt/cd:1,First,,\n`,
      }),
    )
    expect(first).toMatchObject({ division_id: `${US}/state:mt/cd:1`, name: 'First', valid_through: null })
    expect(first?.forms).toEqual([
      { id: `${US}/state:mt/cd:1`, name: 'First', valid_from: null, valid_through: null },
      { id: `${US}/state:mt/cd:at-large`, name: 'At large', valid_from: null, valid_through: '2023-01-03' },
    ])
  })

  it('give ridings and constituencies their codes under one permanent key', async () => {
    const CA = 'ocd-division/country:ca'
    const fed = `${CA}/province:nl/fed:avalon`
    const files = {
      'country-uk.csv': 'id,name,gss_code\nocd-division/country:uk/pcon:aldershot,Aldershot,E14000530\n',
      'country-ca.csv': [
        'id,name,sameAs,validFrom,validThrough',
        `${fed},Avalon,,,`,
        `${CA}/ed:10001,Avalon,${fed},,`,
        `${CA}/ed:10001-2013,Avalon,${fed},2015-10-19,2024-04-23`,
      ].join('\n'),
    }
    const before = await readAll(files)
    expect(divisionsIn(before)).toMatchObject([
      {
        division_id: `${CA}/ed:10001`,
        type: 'ed',
        parent_id: `${CA}/province:nl`,
        aliases: [`${CA}/ed:10001-2013`, fed],
      },
      {
        division_id: 'ocd-division/country:gb/constituency:e14000530',
        type: 'constituency',
        aliases: [
          'ocd-division/country:gb/pcon:aldershot',
          'ocd-division/country:uk/constituency:e14000530',
          'ocd-division/country:uk/pcon:aldershot',
        ],
      },
    ])
    const later = `${files['country-ca.csv']}\n${CA}/ed:10001-2023,Avalon,${fed},2024-04-23,`
    const after = await readAll({ ...files, 'country-ca.csv': later })
    expect(divisionsIn(after)[0]?.division_id).toBe(`${CA}/ed:10001-2023`)
    const keyOf = ([item]: readonly SourceItem[]) => (item?.kind === 'observed' ? item.group[0]?.key : null)
    expect(keyOf(after)).toBe(keyOf(before))
  })

  it('keep the districts of two chambers separate, but merge them for a state with one chamber', async () => {
    const items = await readAll({
      'a.csv': `id,name,sameAs\n${['az', 'ne'].flatMap((state) => [`${US}/state:${state}/sldu:1,Senate 1,`, `${US}/state:${state}/sldl:1,House 1,${US}/state:${state}/sldu:1`]).join('\n')}\n`,
    })
    expect(divisionsIn(items).map(({ division_id }) => division_id.slice(US.length))).toEqual([
      '/state:az/sldl:1',
      '/state:az/sldu:1',
      '/state:ne/sldu:1',
    ])
  })

  it('turn an id that equals another into an alias, over several steps and without circles', async () => {
    const items = await readAll({
      'a.csv': `id,name,sameAs\n${US}/a:1,One,\n${US}/a:2,Two,${US}/a:1\n${US}/a:3,Three,${US}/a:2\n${US}/a:4,Four,${US}/a:5\n${US}/a:5,Five,${US}/a:4\n${US}/a:6,Six,${US}/a:7\n`,
    })
    const emitted = divisionsIn(items).map(({ division_id, aliases }) => [division_id, aliases])
    expect(emitted).toContainEqual([`${US}/a:1`, [`${US}/a:2`, `${US}/a:3`]])
    expect(emitted.flat(2).filter((id) => /a:[4-6]$/u.test(id))).toHaveLength(3)
  })

  it('can be joined from single-column files, with or without a header, and copies are counted', async () => {
    const items = await readAll({
      'names.csv': `${US}/state:al/sldl:1,Alabama HD 1\n`,
      'openstates.csv': `id,openstates_district\n${US}/state:al/sldl:1,al-lower-1\n`,
      'whole.csv': `id,name,validFrom\n${US}/state:al/sldl:1,Alabama HD 1,2022-01-01\n`,
    })
    expect(divisionsIn(items)).toMatchObject([
      {
        name: 'Alabama HD 1',
        valid_from: '2022-01-01',
        identifiers: [{ scheme: 'openstates_district', identifier: 'al-lower-1' }],
      },
    ])
    expect(items[1]).toEqual({ kind: 'copies', jurisdiction: US, entity: 'division', count: 2 })
  })

  it('are read in spite of an unclosed quotation mark', async () => {
    const items = await readAll({
      'a.csv': `${US}/a:1,"Erie District 1\n${US}/a:2,"Erie District 2"\n${US}/a:3,Erie 3\n`,
    })
    expect(divisionsIn(items).map(({ name }) => name)).toEqual([
      'Erie District 1',
      'Erie District 2',
      'Erie 3',
    ])
  })

  it('lose only rows without a division id, which are rejected with a reason', async () => {
    const items = await readAll({
      'a.csv': `id,name\nnowhere,Nowhere\n${US}/a:1,One\n`,
      'b.csv': 'page not found',
    })
    expect(items.flatMap((item) => (item.kind === 'rejected' ? [item.rejection.detail] : []))).toEqual([
      'id is "nowhere", not a division id',
      'not a table of division ids: it begins "page not found"',
    ])
    expect(divisionsIn(items)).toHaveLength(1)
  })
})

describe.skipIf(realData('ocd-division-ids') === undefined)(
  'the published lists of US, Canadian, and UK divisions',
  async () => {
    // The lists of the US are five sixths of all: only the nightly run reads them.
    const files = NIGHTLY ? [''] : ['country-ca.csv.gz', 'country-uk.csv']
    const readLists = (): Promise<SourceItem[]> =>
      collect(
        ocdDivisions.read({
          paths: files.map((file) => join(realData('ocd-division-ids')!, file)),
          started_at: '2026-11-28T00:00:00Z',
        }),
      )

    it('are all read: each id occurs once and leads to its division', async () => {
      const items = await readLists()
      const divisions = divisionsIn(items)
      expect(items.filter(({ kind }) => kind === 'rejected')).toEqual([])
      expect(
        Object.fromEntries(
          [...Map.groupBy(divisions, ({ country }) => country)].map(([country, some]) => [
            country,
            some.length,
          ]),
        ),
      ).toEqual({ ca: 11_387, gb: 826, ...(NIGHTLY ? { us: 64_449 } : {}) })
      const known = new Map<string, string>()
      for (const { division_id, aliases } of divisions) {
        for (const id of [division_id, ...aliases]) {
          expect([id, known.get(id) ?? division_id]).toEqual([id, division_id])
          known.set(id, division_id)
        }
      }
      for (const { division_id, forms } of divisions) {
        expect(normalizeDivisionId(division_id)).toBe(division_id)
        // The API looks up an id in one form, whatever its spelling.
        for (const { id } of forms) {
          expect(known.get(id)).toBe(division_id)
          expect(known.get(normalizeDivisionId(id)!)).toBe(division_id)
        }
      }
      const observed = items.flatMap((item) => (item.kind === 'observed' ? item.group : []))
      expect(observed.flatMap(faultsOf)).toEqual([])
    }, 120_000)

    it('are emitted once', async () => {
      const { database, settings } = await createTestDatabase()
      const ingesting = await createIngestWorld(database, settings)
      const some = (await readLists()).filter((item, index) => item.kind === 'observed' && index % 50 === 0)
      const counts = await ingesting.run(some, { name: 'ocd-divisions' })
      expect(counts).toMatchObject({ entities: some.length, by_type: { 'division.observed': some.length } })
      expect(new Set(typesOf(await ingesting.emitted()))).toEqual(new Set(['division.observed']))
      const again = await ingesting.run(some, { name: 'ocd-divisions' })
      expect(again).toMatchObject({ events: 0, unchanged: some.length })
    }, 120_000)
  },
)
