import { describe, expect, it } from 'vitest'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'

describe('Federal Register files', () => {
  it('give each agency one organization, whatever name a list of agencies uses', async () => {
    const run = await readSourceFiles(federalRegister, {
      // The line ends and the encoding of an old Macintosh.
      'agencies.csv': Buffer.from(
        'active,cfr_citation,parent_agency_name,agency_name,description\r' +
          '1,07 CFR 1,,Agriculture Department,Under \xa4 1\r' +
          '1,07 CFR 2,,Agriculture Department,\r' +
          '1,,Agriculture Department,Forest Service,\r',
        'latin1',
      ),
      'participating.csv':
        'Acronym,Agency\nUSDA,Department of Agriculture\nFS,Forest Service\ndo Not Use,Gone\n',
      'ecfr_agencies.json': {
        agencies: [
          {
            name: 'Department of Agriculture',
            slug: 'agriculture-department',
            children: [{ name: 'Forest Service', slug: 'forest-service' }],
          },
        ],
      },
      'titles.json': { titles: [] },
    })
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    const organizations = run.of('organization')
    expect(new Set(organizations.map(({ key }) => key)).size).toBe(2)
    expect(organizations.map(({ record_key, parts }) => [record_key, parts.organization?.name])).toEqual([
      ['agencies.csv', 'Agriculture Department'],
      ['agencies.csv', 'Forest Service'],
      ['ecfr_agencies.json', 'Agriculture Department'],
      ['ecfr_agencies.json', 'Forest Service'],
      ['participating.csv', 'Agriculture Department'],
      ['participating.csv', 'Forest Service'],
    ])
    expect(organizations[1]?.parts.organization?.parent_name).toBe('Agriculture Department')
    expect(
      organizations.flatMap(({ aliases }) => aliases.map(({ scheme, value }) => `${scheme} ${value}`)),
    ).toEqual(
      expect.arrayContaining([
        'regulations-gov-agency USDA',
        'federal-register-agency forest-service',
        'ecfr-agency forest-service',
      ]),
    )
    expect(run.copies).toEqual({ organization: 1 })
  })

  it('skip documents on public inspection, which have no day of publication yet', async () => {
    const run = await readSourceFiles(federalRegister, {
      'inspection.csv': 'date,document_number,filing_type\n2017-01-17,2017-01009,regular\n',
      'inspection.json': { count: 1, results: [{ document_number: '2017-01010', filing_type: 'regular' }] },
    })
    expect(run.items).toEqual([])
  })
})
