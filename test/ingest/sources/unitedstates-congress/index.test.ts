import { describe, expect, it } from 'vitest'
import { unitedstatesCongress } from '../../../../ingest/sources/unitedstates-congress/index.ts'
import { congressBillJson as bill } from '../../../support/source-records/congress-bill-json.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'

const FOLDER = 'data/114/bills/hr/hr1314'
const read = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const run = await readSourceFiles(unitedstatesCongress, { [`${FOLDER}/data.json`]: bill(fields) })
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('bill')[0]!
}
const action = (text: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  acted_at: '2015-06-18',
  action_code: '',
  references: [],
  text,
  type: 'action',
  ...fields,
})

describe('a bill of unitedstates/congress', () => {
  it('has the key of the same bill in BILLSTATUS', async () => {
    expect(await read()).toMatchObject({
      key: 'ocd-division/country:us|114|HR1314',
      aliases: [{ scheme: 'congress', value: 'hr1314-114' }],
      observed_at: '2015-12-28T14:39:52-05:00',
      parts: {
        core: {
          identifier: 'HR 1314',
          session: '114',
          chamber: 'lower',
          classification: ['bill'],
          title: 'To amend the Internal Revenue Code of 1986.',
          sources: [{ note: 'BILLSTATUS' }],
        },
        sponsors: [],
      },
    })
  })

  it('has the title that Congress displays, and keeps the others with their kinds', async () => {
    const { core } = (
      await read({
        titles: [
          { as: 'introduced', is_for_portion: false, title: 'Trade Act of 2015', type: 'short' },
          { as: 'passed house', is_for_portion: true, title: 'TAA', type: 'short' },
          { as: null, is_for_portion: false, title: 'Bipartisan Budget Act of 2015', type: 'display' },
        ],
      })
    ).parts
    expect(core?.title).toBe('Bipartisan Budget Act of 2015')
    expect(core?.other_titles.map(({ note }) => note)).toEqual([
      'short as introduced',
      'short as passed house, for portions of this bill',
      'display',
    ])
    expect((await read({ popular_title: 'Budget Act' })).parts.core?.title).toBe('Budget Act')
  })

  it('has its law, summary, subjects, committees, reports, amendments, and published status', async () => {
    const { core } = (
      await read({
        enacted_as: { congress: '114', law_type: 'public', number: '74' },
        summary: { as: 'Public Law', date: '2015-11-02T05:00:00Z', text: 'A\n\nB' },
        subjects: ['Taxation'],
        subjects_top_term: 'Taxation',
        committees: [
          {
            activity: ['referral', 'markup'],
            committee: 'House Ways and Means',
            committee_id: 'HSWM',
            subcommittee: 'Subcommittee on Trade',
            subcommittee_id: '04',
          },
        ],
        committee_reports: ['H. Rept. 114-1'],
        amendments: [{ amendment_id: 'hamdt5-114', amendment_type: 'hamdt', chamber: 'h', number: '5' }],
        by_request: true,
        status: 'ENACTED:SIGNED',
        status_at: '2015-11-02',
      })
    ).parts
    expect(core).toMatchObject({
      citations: [{ publication: 'Public Law', citation: '114-74', citation_type: 'final' }],
      abstracts: [{ abstract: 'A\n\nB', note: 'Public Law' }],
      subjects: ['Taxation'],
      extras: {
        policy_area: 'Taxation',
        by_request: true,
        committees: [
          {
            system_code: 'hswm04',
            name: 'Subcommittee on Trade',
            activities: [{ name: 'referral' }, { name: 'markup' }],
          },
        ],
        committee_reports: ['H. Rept. 114-1'],
        amendments: ['HAMDT 5'],
        govtrack_status: { status: 'ENACTED:SIGNED', at: '2015-11-02' },
      },
    })
  })

  it('has roll calls, and actions with time, chamber, classes, and committees', async () => {
    const { actions, core } = (
      await read({
        committees: [{ activity: [], committee: 'House Ways and Means', committee_id: 'HSWM' }],
        actions: [
          action('Introduced in House', { action_code: 'Intro-H' }),
          action('Committee Consideration and Mark-up Session Held.', { committees: ['HSWM'] }),
          action('On passage Passed by recorded vote: 218 - 208 (Roll no. 374).', {
            acted_at: '2015-06-18T12:26:00-04:00',
            action_code: 'H37100',
            type: 'vote',
            where: 'h',
            how: 'roll',
            roll: '374',
            status: 'PASS_OVER:HOUSE',
          }),
          action('Signed by President.', { action_code: '36000' }),
          action(''),
        ],
      })
    ).parts
    expect(actions).toMatchObject([
      { date: '2015-06-18', chamber: 'lower', classification: ['introduction'] },
      { chamber: 'lower', related_entities: [{ name: 'House Ways and Means', entity_type: 'organization' }] },
      { date: '2015-06-18T12:26:00-04:00', chamber: 'lower', classification: ['passage'] },
      { chamber: null, organization: 'executive' },
    ])
    expect(core?.extras.roll_calls).toMatchObject([
      { chamber: 'lower', year: '2015', number: '374', url: 'https://clerk.house.gov/evs/2015/roll374.xml' },
    ])
  })

  it('has sponsors with districts, and keeps a withdrawn cosponsor with the date', async () => {
    const { sponsors } = (
      await read({
        sponsor: {
          bioguide_id: 'M001190',
          district: '0',
          name: 'Meehan, Patrick',
          state: 'PA',
          title: 'Rep',
          type: 'person',
        },
        cosponsors: [
          {
            bioguide_id: 'P000603',
            district: null,
            name: 'Paul, Rand',
            original_cosponsor: true,
            sponsored_at: '2015-03-04',
            state: 'KY',
            title: 'Sen',
            withdrawn_at: '2015-04-01',
          },
        ],
      })
    ).parts
    expect(sponsors).toMatchObject([
      { name: 'Meehan, Patrick', primary: true, chamber: 'lower', district: 'PA-AL', source_id: 'M001190' },
      {
        name: 'Paul, Rand',
        primary: false,
        chamber: 'upper',
        district: 'Kentucky',
        sponsored_on: '2015-03-04',
        withdrawn_on: '2015-04-01',
      },
    ])
  })

  it('lists its related bills', async () => {
    const related = (bill_id: string, reason: string) => ({
      bill_id,
      reason,
      identified_by: 'CRS',
      type: 'bill',
    })
    expect(
      (await read({ related_bills: [related('s995-114', 'identical'), related('hres305-114', 'related')] }))
        .parts.related_bills,
    ).toEqual([
      { identifier: 'S 995', session: '114', relation_type: 'companion' },
      { identifier: 'HRES 305', session: '114', relation_type: 'related' },
    ])
  })

  it('has the versions in its folder, and reports no versions if there are none', async () => {
    const version = {
      bill_version_id: 'hr1314-114-ih',
      issued_on: '2015-03-04',
      urls: { html: 'https://x.gov/ih.htm', unknown: 'https://x.gov/details', xml: 'https://x.gov/ih.xml' },
      version_code: 'ih',
    }
    const run = await readSourceFiles(unitedstatesCongress, {
      [`${FOLDER}/data.json`]: bill(),
      [`${FOLDER}/text-versions/ih/data.json`]: version,
      'data/114/bills/hr/hr1315/data.json': bill({ bill_id: 'hr1315-114' }),
    })
    const [with_text, without] = run.of('bill')
    expect(with_text?.parts.versions).toEqual([
      {
        note: 'ih',
        date: '2015-03-04',
        classification: '',
        links: [
          { url: 'https://x.gov/ih.xml', media_type: 'text/xml' },
          { url: 'https://x.gov/ih.htm', media_type: 'text/html' },
        ],
        text: null,
      },
    ])
    expect(without?.parts).not.toHaveProperty('versions')
  })
})

describe('a bad bill file of unitedstates/congress', () => {
  it.each([
    ['truncated', '{"actions": [', 'record_unreadable', /no JSON/],
    ['a missing id', bill({ bill_id: undefined }), 'record_invalid', /bill_id is missing/],
    ['an unknown type', bill({ bill_id: 'xyz1-114' }), 'record_invalid', /bill_id is "xyz1-114"/],
  ])('is rejected, and the next file is read: %s', async (_, content, reason, detail) => {
    const run = await readSourceFiles(unitedstatesCongress, {
      'bills/hr/hr1/data.json': content,
      'bills/hr/hr2/data.json': bill(),
    })
    expect(run.rejections).toMatchObject([
      { reason, detail: expect.stringMatching(detail), jurisdiction: 'ocd-division/country:us' },
    ])
    expect(run.of('bill')).toHaveLength(1)
  })
})
