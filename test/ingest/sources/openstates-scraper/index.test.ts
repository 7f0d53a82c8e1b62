import { describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import {
  scrapedBill,
  scrapedId,
  scrapedJurisdiction,
  scrapedVote,
} from '../../../support/source-records/scraper-records.ts'

const WA = 'ocd-division/country:us/state:wa'
const JURISDICTION = {
  'wa/jurisdiction_ocd-jurisdiction-country:us-state:wa-government.json': scrapedJurisdiction,
}
const read = (files: Readonly<Record<string, unknown>>) => readSourceFiles(openstatesScraper, files)

describe('a folder of a scraper', () => {
  it('reports the jurisdiction, sessions, and organizations before bills and votes', async () => {
    const run = await read({
      ...JURISDICTION,
      'wa/bill.ndjson': [scrapedBill()],
      'wa/organization_1.json': {
        name: 'Legislature',
        classification: 'legislature',
        parent_id: null,
        links: [],
        sources: [],
        extras: {},
        _id: 'parent',
      },
      'wa/organization_2.json': {
        name: 'Senate',
        classification: 'upper',
        parent_id: 'parent',
        links: [],
        sources: [],
        extras: {},
        _id: scrapedId(),
      },
      'wa/vote_event.ndjson': [scrapedVote()],
    })
    expect(run.observations.map(({ entity }) => entity)).toEqual([
      'jurisdiction',
      'session',
      'organization',
      'organization',
      'bill',
      'vote',
    ])
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(run.of('organization').map(({ parts }) => parts.organization?.parent_name)).toEqual([
      null,
      'Legislature',
    ])
    expect(run.of('session')[0]).toMatchObject({
      key: `${WA}|2025-2026`,
      parts: { session: { classification: 'primary', end_date: null, active: null } },
    })
  })

  it('keeps the first of two sessions with one identifier and rejects the other (Virginia 2018)', async () => {
    const session = (name: string) => ({
      identifier: '2018specialI',
      name,
      start_date: '2018-04-11',
      end_date: '',
    })
    const legislative_sessions = [session('2018, 1st Special Session'), session('2018, 2nd Special Session')]
    const run = await read({ 'wa/jurisdiction_1.json': { ...scrapedJurisdiction, legislative_sessions } })
    expect(run.of('session').map(({ parts }) => parts.session?.name)).toEqual(['2018, 1st Special Session'])
    expect(run.rejections).toMatchObject([{ reason: 'conflicting_duplicate', jurisdiction: WA }])
    expect(run.rejections[0]?.bytes.toString()).toContain('2nd Special Session')
  })

  it('reports territories and districts in the form of the specification', async () => {
    const run = await read({
      'dc/jurisdiction_x.json': {
        ...scrapedJurisdiction,
        _id: 'x',
        division_id: 'ocd-division/country:us/district:dc',
        legislative_sessions: [],
      },
    })
    expect(run.of('jurisdiction')[0]).toMatchObject({
      ocd_id: 'ocd-division/country:us/state:dc',
      parts: {
        jurisdiction: { classification: 'district', chambers: [{ chamber: 'legislature', name: 'Council' }] },
      },
    })
  })

  it('takes the jurisdiction of votes from the file beside them, or else from the folder name', async () => {
    expect(
      (await read({ ...JURISDICTION, 'wa/vote_event_1.json': scrapedVote() })).of('vote')[0]?.jurisdiction,
    ).toBe(WA)
    expect((await read({ 'x/wa/vote_event.ndjson': [scrapedVote()] })).of('vote')[0]?.jurisdiction).toBe(WA)
    const nowhere = await read({ 'legislature/vote_event_1.json': scrapedVote() })
    expect(nowhere.rejections).toMatchObject([
      { reason: 'jurisdiction_unknown', record: expect.stringContaining('vote_event_1.json') },
    ])
  })
})
