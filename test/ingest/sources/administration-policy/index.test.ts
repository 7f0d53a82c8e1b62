import { expect, it } from 'vitest'
import { administrationPolicy } from '../../../../ingest/sources/administration-policy/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'

const statement = (fields: object) => ({
  model: 'bills.statement',
  fields: {
    bill_number: 'HR1625',
    bill_title: 'H.R. 1625 – Consolidated Appropriations Act, 2018',
    congress: '115',
    date_issued: '2018-03-22',
    permanent_pdf_link: '',
    original_pdf_link: 'https://whitehouse.example/saphr1625.pdf',
    ...fields,
  },
})

it('a statement is a position without a stance: the list does not say whether it is for or against', async () => {
  const read = await readSourceFiles(administrationPolicy, { 'statements.json': [statement({})] })
  expect(read.observations.flatMap(faultsOf)).toEqual([])
  expect(read.of('advocacy_position')[0]!.parts.position).toMatchObject({
    bill: { session: '115', identifier: 'HR 1625' },
    stance: null,
    kind: 'statement_of_administration_policy',
    stated_on: '2018-03-22',
    source_url: 'https://whitehouse.example/saphr1625.pdf',
  })
})

it('a statement about several bills is a position on each, also about their amendments', async () => {
  const numbers = ['HJRes67,HJRes66', 'HJR89andHR3273', 'HR2250/HR2681', 'HR34HA', 'HJR66HAtoSA', 'SJR14']
  const read = await readSourceFiles(administrationPolicy, {
    'statements.json': numbers.map((bill_number) => statement({ bill_number })),
  })
  expect(read.rejections).toEqual([])
  expect(read.of('advocacy_position').map(({ parts }) => parts.position!.bill!.identifier)).toEqual([
    ...['HJRES 67', 'HJRES 66', 'HJRES 89', 'HR 3273', 'HR 2250', 'HR 2681', 'HR 34', 'HJRES 66', 'SJRES 14'],
  ])
})

it('a number that cannot be one is rejected with its value', async () => {
  const read = await readSourceFiles(administrationPolicy, {
    'statements.json': [statement({ bill_number: 'HJR70717273andHR3230' })],
  })
  expect(read.rejections[0]!.detail).toContain('bill_number is "HJR70717273andHR3230", not numbers of bills')
})

const file = realData('lobbying/statements_of_administration_policy.json')

it.skipIf(file === undefined)(
  'of 714 real statements, 712 are positions on 719 bills, and none has a stance',
  async () => {
    const read = await readSourceText(administrationPolicy, file!)
    expect(read.rejections).toHaveLength(2)
    expect(read.of('advocacy_position')).toHaveLength(719)
    expect(new Set(read.of('advocacy_position').map(({ parts }) => parts.position!.stance))).toEqual(
      new Set([null]),
    )
  },
)
