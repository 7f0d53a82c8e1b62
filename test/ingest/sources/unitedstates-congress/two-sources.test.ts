import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../../ingest/decide/canonicalize.ts'
import { isReported, mergeSources } from '../../../../ingest/precedence/merge-sources.ts'
import type { ObservationOf } from '../../../../ingest/source-interface/observation.ts'
import type { Source, SourceItem } from '../../../../ingest/source-interface/source.ts'
import { govinfoBillstatus } from '../../../../ingest/sources/govinfo-billstatus/index.ts'
import { openstatesBulk } from '../../../../ingest/sources/openstates-bulk/index.ts'
import { unitedstatesCongress } from '../../../../ingest/sources/unitedstates-congress/index.ts'
import { projectFolder } from '../../../../runtime/settings/settings.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld } from '../../../support/ingest/ingest-world.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'
import { pseudoId } from '../../../support/source-records/scraper-records.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'
import { govtrackStatus } from '../../legislature/status/govtrack-status.ts'

const folder = realData('unitedstates-congress')
const sources: readonly Source[] = [govinfoBillstatus, unitedstatesCongress, openstatesBulk]

/** H.R. 100 of the 117th as the bulk repositories of Open States would have it: scraped, formatted, in UTC. */
const referral =
  'Referred to the Committee on House Administration, and in addition to the Committee on the Judiciary, for a period to be subsequently determined by the Speaker, in each case for consideration of such provisions as fall within the jurisdiction of the committee concerned.'
const title =
  'To require the use of independent nonpartisan commissions to carry out congressional redistricting and to require States to hold open primaries for elections for Federal office.'
const lower = pseudoId({ classification: 'lower' })
const hr100 = {
  legislative_session: '117',
  identifier: 'HR 100',
  title: 'CLEAN Elections Act',
  from_organization: lower,
  classification: ['bill'],
  subject: ['Advisory bodies', 'Congressional elections', 'Government Operations and Politics'],
  abstracts: [
    {
      abstract: 'This bill establishes requirements for nonpartisan redistricting.',
      note: 'Introduced in House',
    },
  ],
  other_titles: [{ title, note: 'Official Title as Introduced' }],
  other_identifiers: [],
  actions: [referral, 'Introduced in House'].map((description, index) => ({
    description,
    date: '2021-01-04T05:00:00+00:00',
    organization_id: lower,
    classification: index === 0 ? ['referral-committee'] : ['introduction'],
    related_entities: [],
    _processing: { log_file_created: '2026-07-22T08:35:02Z' },
  })),
  sponsorships: [
    {
      name: 'Brian K. Fitzpatrick',
      classification: 'primary',
      entity_type: 'person',
      primary: true,
      person_id: pseudoId({ name: 'Brian K. Fitzpatrick' }),
      organization_id: null,
    },
    {
      name: 'Alan S. Lowenthal',
      classification: 'cosponsor',
      entity_type: 'person',
      primary: false,
      person_id: pseudoId({ name: 'Alan S. Lowenthal' }),
      organization_id: null,
    },
  ],
  related_bills: [],
  versions: [
    {
      note: 'Introduced in House',
      date: '2021-01-04',
      classification: '',
      links: [
        {
          url: 'https://www.govinfo.gov/content/pkg/BILLS-117hr100ih/xml/BILLS-117hr100ih.xml',
          media_type: 'text/xml',
        },
        {
          url: 'https://www.govinfo.gov/content/pkg/BILLS-117hr100ih/pdf/BILLS-117hr100ih.pdf',
          media_type: 'application/pdf',
        },
      ],
    },
  ],
  documents: [],
  citations: [],
  sources: [
    { url: 'https://www.govinfo.gov/bulkdata/BILLSTATUS/117/hr/BILLSTATUS-117hr100.xml', note: '' },
    { url: 'https://congress.gov/bill/117th-congress/house-bill/100', note: '' },
  ],
  extras: { cosponsor_bioguides: ['L000579'], sponsor_bioguides: ['F000466'] },
  jurisdiction: {
    id: 'ocd-jurisdiction/country:us/government',
    name: 'United States',
    classification: 'country',
    division_id: 'ocd-division/country:us',
  },
  _processing: { logs_latest_update: '2026-07-22T08:35:02Z' },
}

type Items = Readonly<Record<string, readonly SourceItem[]>>

async function readAll(): Promise<Items> {
  return {
    [govinfoBillstatus.name]: (await readSourceText(govinfoBillstatus, folder!)).items,
    [unitedstatesCongress.name]: (await readSourceText(unitedstatesCongress, folder!)).items,
    [openstatesBulk.name]: (await readSourceFiles(openstatesBulk, { 'usa/metadata.ndjson': [hr100] })).items,
  }
}

/** Removes the ids of actions and sponsors: they depend on which source came first. */
function withoutChildIds(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (key, value: unknown) =>
    key === 'id' || key === 'action_id' ? undefined : value,
  )
}

/** The stored bills, with the sources that reported each. */
async function ingestInOrder(items: Items, names: readonly string[]) {
  const { database, settings } = await createTestDatabase()
  const ingesting = await createIngestWorld(database, settings)
  for (const name of names) await ingesting.run(items[name]!, { name })
  const { rows } = await database.query<{ identifier: string; sources: string[]; content: unknown }>(
    `SELECT h.content->'core'->>'identifier' AS identifier, h.content, ARRAY(
       SELECT s.source FROM ingest.snapshot s WHERE s.entity_id = e.id ORDER BY s.source
     ) AS sources
     FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id WHERE e.entity_type = 'bill' ORDER BY 1`,
  )
  return rows.map((row) => ({ ...row, content: withoutChildIds(row.content) }))
}

type Disagreement = { readonly field: string; readonly bill: string; readonly winner: string }
type Told = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** The fields of a bill that two sources report differently, with the source whose value is stored. */
function disagreementsOf(
  bill: string,
  emitted: Told,
  merged: Readonly<Record<string, unknown>>,
): Disagreement[] {
  const fields = [...new Set([...emitted.values()].flatMap((one) => Object.keys(one)))]
  return fields.flatMap((field) => {
    const values = [...emitted]
      .map(([source, one]) => [source, one[field]] as const)
      .filter(([, value]) => isReported(value))
    if (new Set(values.map(([, value]) => JSON.stringify(value))).size < 2) return []
    const held = JSON.stringify(merged[field])
    const winner = values.find(([, value]) => JSON.stringify(value) === held)?.[0] ?? 'all of them'
    return [{ field, bill, winner }]
  })
}

/** Parts, with the fields of the core beside them. */
const flat = ({ core, ...lists }: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...(core as object),
  ...lists,
})

function disagreements(items: Items): Disagreement[] {
  const observed = Object.entries(items).flatMap(([source, list]) =>
    list
      .flatMap((item) => (item.kind === 'observed' ? item.group : []))
      .flatMap((one) => (one.entity === 'bill' ? [{ source, bill: one as ObservationOf<'bill'> }] : [])),
  )
  return [...Map.groupBy(observed, ({ bill }) => bill.key).values()].flatMap((tellers) => {
    const emitted = tellers.map(({ source, bill }) => ({
      source,
      record_key: '',
      record_rank: 0,
      parts: canonicalize('bill', bill.parts),
    }))
    const merged = flat(mergeSources('bill', emitted))
    const by_source = new Map(emitted.map(({ source, parts }) => [source, flat(parts)]))
    return disagreementsOf(String(merged.identifier), by_source, merged)
  })
}

function endOf({ parts: { core, actions } }: ObservationOf<'bill'>): string {
  return govtrackStatus(
    actions!.map((one, index) => ({ ...one, id: String(index) })),
    {
      jurisdiction: core!.jurisdiction,
      chamber_of_origin: core!.chamber,
      classification: core!.classification,
      title: core!.title,
    },
  )
}

/** Removes the references to the Record at the end, which one of the two omits. */
const wordsOf = (description: string) => description.replace(/\s*\([^()]*(?:CR|text)[^()]*\)\s*$/u, '').trim()

/** The table of the docs: field, bills, each value, and the source that won. */
function documented(): Disagreement[] {
  const page = readFileSync(join(projectFolder, 'docs', 'sources', 'unitedstates-congress.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gmu)]
  return rows.flatMap(([, field, bills, winner]) =>
    bills!.split(', ').map((bill) => ({ field: field!, bill, winner: winner!.replaceAll('`', '') })),
  )
}

const sorted = (list: readonly Disagreement[]) => list.map((one) => JSON.stringify(one)).toSorted()

describe.skipIf(folder === undefined)('bills that two or three sources report', () => {
  it('are one bill each, with the same content in any order of sources', async () => {
    const items = await readAll()
    const names = sources.map(({ name }) => name)
    const first = await ingestInOrder(items, names)
    expect(first.map(({ identifier, sources: emitted }) => [identifier, emitted.length])).toEqual([
      ['HR 100', 3],
      ['HR 1500', 2],
      ['HR 200', 2],
      ['S 100', 2],
    ])
    expect(await ingestInOrder(items, names.toReversed())).toEqual(first)
  })

  it('have the same actions in the same order in both sources', async () => {
    const items = await readAll()
    const of = (name: string) =>
      items[name]!.flatMap((item) => (item.kind === 'observed' ? item.group : []))
        .filter((one) => one.entity === 'bill')
        .map((one) => [
          one.key,
          (one as ObservationOf<'bill'>).parts.actions!.map(({ description }) => wordsOf(description)),
        ])
    expect(of('unitedstates-congress')).toEqual(of('govinfo-billstatus'))
  })

  it('end in the same GovTrack status in both sources', async () => {
    const items = await readAll()
    const ends = (name: string) =>
      items[name]!.flatMap((item) => (item.kind === 'observed' ? item.group : []))
        .filter((one) => one.entity === 'bill')
        .map((one) => [one.key, endOf(one as ObservationOf<'bill'>)])
    expect(ends('govinfo-billstatus')).toEqual(ends('unitedstates-congress'))
    expect(ends('govinfo-billstatus').map(([, end]) => end)).toEqual([
      'PASS_OVER:HOUSE',
      ...['REFERRED', 'REFERRED', 'REFERRED'],
    ])
  })

  it('differ only in the fields that the docs list, and the listed source wins', async () => {
    expect(sorted(disagreements(await readAll()))).toEqual(sorted(documented()))
  })
})
