import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedFilings } from '../../../../derive/targets/activity/counted-filings.ts'
import type {
  OrganizationSources,
  SourceFiling,
} from '../../../../derive/targets/activity/organization-sources.ts'
import { summarizeActivity } from '../../../../derive/targets/activity/summarize-activity.ts'
import { contactedAgency } from '../../../../derive/targets/subjects/contacted-agency.ts'

const US = 'ocd-division/country:us'

const filingOf = (values: Partial<SourceFiling>): SourceFiling => ({
  id: 1,
  publisher: 'us-lda',
  jurisdiction: US,
  kind: 'report',
  year: 2026,
  period: 'Q3',
  posted_on: '2026-10-20',
  registrant_id: 7,
  source_url: 'https://lda.example/1',
  agencies: [],
  activities: [lineOf('TAX')],
  ...values,
})
const lineOf = (issue_code: string, description: string | null = null, agencies: string[] = []) => ({
  issue_code,
  issue: null,
  description,
  agencies,
})
const sourcesOf = (...filings: SourceFiling[]): OrganizationSources => ({
  organization_id: 5,
  type: null,
  updated_at: '2026-10-21T00:00:00.000000Z',
  filings,
  positions: [],
  counts: null,
})
const issuesOf = (sources: OrganizationSources) =>
  Object.fromEntries(
    summarizeActivity(sources)
      .filter(({ kind }) => kind === 'issue')
      .map(({ topic, activities }) => [topic, activities]),
  )

describe('what an organization did', () => {
  it('is counted by issue, each filing once for an issue', () => {
    const filings = [
      filingOf({ id: 1, activities: [lineOf('TAX'), lineOf('TAX', 'credits'), lineOf('HOU')] }),
      filingOf({ id: 2, period: 'Q2', posted_on: '2026-07-20' }),
    ]
    expect(issuesOf(sourcesOf(...filings))).toEqual({ TAX: 2, HOU: 1 })
    expect(summarizeActivity(sourcesOf(...filings)).find(({ topic }) => topic === 'TAX')).toMatchObject({
      activities: 2,
      issues: 2,
      day: '2026-10-20',
      quote: 'credits',
      is_ended: false,
    })
  })

  it('has the issues of old filings, which print their names', () => {
    const old = {
      issue_code: null,
      issue: 'MARINE/MARITIME/BOATING/FISHERIES',
      description: '',
      agencies: [],
    }
    expect(issuesOf(sourcesOf(filingOf({ activities: [old] })))).toEqual({ MAR: 1 })
  })

  it('counts an amended filing once, as it was amended', () => {
    const amended = filingOf({
      id: 2,
      kind: 'amendment',
      posted_on: '2026-11-02',
      activities: [lineOf('HOU')],
    })
    expect(issuesOf(sourcesOf(filingOf({}), amended))).toEqual({ HOU: 1 })
    const otherPeriod = { ...amended, period: 'Q2' }
    expect(issuesOf(sourcesOf(filingOf({}), otherPeriod))).toEqual({ TAX: 1, HOU: 1 })
    const otherRegistrant = { ...amended, registrant_id: 8 }
    expect(issuesOf(sourcesOf(filingOf({}), otherRegistrant))).toEqual({ TAX: 1, HOU: 1 })
  })

  it('has ended if every engagement has, until another registration', () => {
    const end = filingOf({ id: 2, kind: 'termination', posted_on: '2026-11-02' })
    const isEnded = (...filings: SourceFiling[]) => summarizeActivity(sourcesOf(...filings))[0]!.is_ended
    expect(isEnded(filingOf({}))).toBe(false)
    expect(isEnded(filingOf({}), end)).toBe(true)
    expect(isEnded(filingOf({}), end, filingOf({ id: 3, registrant_id: 8 }))).toBe(false)
    const again = filingOf({ id: 4, kind: 'registration', period: null, posted_on: '2026-11-20' })
    expect(isEnded(filingOf({}), end, again)).toBe(false)
  })

  it('is by agency too, under one name for all spellings', () => {
    const lines = [lineOf('ENV', null, ['Environmental Protection Agency (EPA)', 'SENATE'])]
    const filing = filingOf({ activities: lines, agencies: ['Agriculture, Dept of (USDA)'] })
    const agencies = summarizeActivity(sourcesOf(filing)).filter(({ kind }) => kind === 'agency')
    expect(agencies.map(({ topic }) => topic).sort()).toEqual([
      'agriculture-department',
      'environmental-protection-agency',
    ])
    expect(contactedAgency('HOUSE OF REPRESENTATIVES')).toBeUndefined()
    expect(contactedAgency('Health & Human Services, Dept of (HHS)')?.slug).toBe(
      'health-and-human-services-department',
    )
    expect(contactedAgency('Centers For Medicare and Medicaid Services (CMS)')?.acronym).toBe('CMS')
  })

  it('has the subjects of positions, and those that a publisher counts without naming bills', () => {
    const sources: OrganizationSources = {
      type: null,
      organization_id: 5,
      updated_at: '2026-10-21T00:00:00.000000Z',
      filings: [],
      positions: [
        {
          ...{
            id: 9,
            jurisdiction: 'ocd-division/country:us/state:wa',
            stated_on: '2026-01-05',
            source_url: null,
          },
          ...{ title: 'Homes', subjects: ['HOUSING'] },
        },
      ],
      counts: {
        ...{ jurisdiction: 'ocd-division/country:us/state:ma', years: [2019, 2021], source_url: null },
        ...{ subjects: [{ name: 'Excise tax', bills: 3 }] },
      },
    }
    expect(summarizeActivity(sources)).toMatchObject([
      { topic: 'HOU', jurisdiction: 'ocd-division/country:us/state:wa', activities: 1, day: '2026-01-05' },
      {
        ...{ topic: 'TAX', jurisdiction: 'ocd-division/country:us/state:ma' },
        ...{ activities: 3, day: '2021-12-31', quote: 'Excise tax' },
      },
    ])
  })

  it('does not depend on the order of the sources', () => {
    const filing = fc
      .record({
        id: fc.integer({ min: 1, max: 20 }),
        kind: fc.constantFrom('registration', 'report', 'amendment', 'termination'),
        period: fc.constantFrom('Q1', 'Q2'),
        registrant_id: fc.constantFrom(7, 8),
        posted_on: fc.constantFrom('2026-04-20', '2026-07-20', null),
        activities: fc.subarray([lineOf('TAX', 'x'), lineOf('HOU'), lineOf('TAX')]),
      })
      .map(filingOf)
    const filings = fc.uniqueArray(filing, { selector: ({ id }) => id, maxLength: 8 })
    fc.assert(
      fc.property(filings, (some) => {
        const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
        expect(sorted(summarizeActivity(sourcesOf(...some.toReversed())))).toEqual(
          sorted(summarizeActivity(sourcesOf(...some))),
        )
        expect(countedFilings(some).length).toBeLessThanOrEqual(some.length)
      }),
    )
  })
})
