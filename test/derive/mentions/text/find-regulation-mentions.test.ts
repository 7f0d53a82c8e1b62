import { expect, it } from 'vitest'
import { findRegulationMentions } from '../../../../derive/mentions/text/find-regulation-mentions.ts'

const numbersIn = (text: string) =>
  findRegulationMentions(text).map(({ scheme, number }) => `${scheme} ${number}`)

it.each([
  ['(Docket No. FAA-2009-1144)', ['docket_id FAA-2009-1144']],
  ['EPA-HQ-OAR-2021-0317; CMS-2009-0040', ['docket_id EPA-HQ-OAR-2021-0317', 'docket_id CMS-2009-0040']],
  ['FDA-2011-N-0921', ['docket_id FDA-2011-N-0921']],
  ['RIN 2060-AV16 and 0938-AS45', ['rin 2060-AV16', 'rin 0938-AS45']],
  [
    '87 FR 1234, 75 Fed. Reg. 12,345 and 80 F.R. 999',
    ['fr_citation 87 FR 1234', 'fr_citation 75 FR 12345', 'fr_citation 80 FR 999'],
  ],
  ['FR Doc. 2021-24202', ['document_number 2021-24202']],
])('%s names regulations', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})

it('telephone numbers, standards, laws and years are none', () => {
  for (const text of [
    '202-555-2010',
    'ISO-9001-2015',
    'P.L. 109-58',
    'COVID-19',
    'FY-2010-11',
    '49 U.S.C. 47134',
  ])
    expect(numbersIn(text)).toEqual([])
})
