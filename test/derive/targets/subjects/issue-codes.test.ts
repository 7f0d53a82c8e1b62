import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { issueAgencies } from '../../../../derive/targets/subjects/issue-agencies.ts'
import { codeOf, codesIn, issueCodesOf } from '../../../../derive/targets/subjects/issue-codes.ts'
import { issues } from '../../../../derive/targets/subjects/issue-words.ts'
import { projectFolder } from '../../../../runtime/settings/settings.ts'
import { findAgencyBySlug } from '../../../../schemas/vocabulary/federal-agencies.ts'

const file = join(projectFolder, '..', 'shared', 'data', 'lobbying', 'lda_issue_codes.csv')
const published = parse(readFileSync(file, 'utf8'), { columns: true, trim: true }) as {
  readonly issue_code: string
  readonly issue_name: string
}[]

describe('issue codes', () => {
  it('are all published ones, under their published names', () => {
    const names = Object.fromEntries(published.map(({ issue_code, issue_name }) => [issue_code, issue_name]))
    expect(Object.fromEntries(Object.entries(issues).map(([code, { name }]) => [code, name]))).toEqual(names)
  })

  it('name agencies by slugs that exist', () => {
    const slugs = Object.values(issueAgencies).flat()
    expect(Object.keys(issueAgencies).filter((code) => !(code in issues))).toEqual([])
    expect(slugs.filter((slug) => findAgencyBySlug(slug) === undefined)).toEqual([])
  })

  it('are found by code and by name in any case', () => {
    expect(codeOf('TAX')).toBe('TAX')
    expect(codeOf('MARINE/MARITIME/BOATING/FISHERIES')).toBe('MAR')
    expect(codeOf('Other matters')).toBeUndefined()
  })

  it.each([
    ['Excise tax', ['TAX']],
    ['Prescription drugs', ['PHA']],
    ['INSURANCE', ['INS']],
    ['Renewable energy sources', ['ENG']],
    ['Resolutions--Memorial (I0710)', []],
    ['Education, Elementary and Secondary', ['EDU']],
    ['Pollution control and abatement', ['ENV']],
    ['Firearms and explosives', ['FIR']],
    ['Farmington Township', []],
    ['Cityscape', []],
  ])('of the subject %s are those of its whole words', (subject, codes) => {
    expect(codesIn(subject)).toEqual(codes)
  })

  it('of a bill come from subjects first, then from its title', () => {
    const found = issueCodesOf({
      title: 'An act on the taxation of tobacco',
      subjects: ['Taxation'],
      agencies: [],
    })
    expect(found.map(({ code, relevance, because }) => [code, relevance, because])).toEqual([
      ['TAX', 1, 'Taxation'],
      ['TOB', 0.5, 'An act on the taxation of tobacco'],
    ])
  })

  it('of a rule come from its agencies too', () => {
    const [found] = issueCodesOf({ title: null, subjects: [], agencies: ['federal-railroad-administration'] })
    expect(found).toMatchObject({ code: 'RRR', because: 'federal-railroad-administration' })
  })
})
