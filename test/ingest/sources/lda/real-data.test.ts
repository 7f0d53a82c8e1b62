import { expect, it } from 'vitest'
import { lda } from '../../../../ingest/sources/lda/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const archive = realData('lobbying/lda-xml')
const forms = realData('lobbying/lda-json')

it.skipIf(archive === undefined)(
  'all 1,710 filings of an archive are read, and none is rejected',
  async () => {
    const read = await readSourceText(lda, archive!)
    expect(read.rejections).toEqual([])
    expect(read.of('lobbying_filing')).toHaveLength(1_710)
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    const codes = read.of('lobbying_filing').flatMap(({ parts }) => parts.filing!.activities)
    expect(codes.filter(({ issue_code }) => issue_code === null)).toEqual([])
  },
)

it.skipIf(forms === undefined)('all forms are read; a day that is none is left out and named', async () => {
  const read = await readSourceText(lda, forms!)
  expect(read.rejections).toEqual([])
  expect(read.of('lobbying_filing')).toHaveLength(19)
  expect(read.observations.flatMap(faultsOf)).toEqual([])
  expect(read.passed_over).toEqual([
    [
      expect.stringContaining('date_bad.json'),
      'effective_date is "03/031/2008", not a day; the filing is read without it',
    ],
  ])
  const amounts = read.of('lobbying_filing').flatMap(({ parts }) => parts.filing!.amount ?? [])
  expect(amounts.toSorted()).toEqual(['120000.00', '230000.00', '30000.00', '50000.00'])
})
