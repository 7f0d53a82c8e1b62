import { describe, expect, it } from 'vitest'
import { normalizeIdentifier } from '../../../ingest/identity/bill-identifiers.ts'

const of = (place: string) => `ocd-division/country:us${place === 'us' ? '' : `/state:${place}`}`

describe('normalizeIdentifier', () => {
  it.each([
    // the general rule
    ['tx', 'HB 5', 'HB5'],
    ['tx', 'sb0005', 'SB5'],
    ['tx', 'S.B. 5', 'SB5'],
    ['tx', 'S. B. 5', 'SB5'],
    ['id', 'H 0489', 'H489'],
    ['md', 'HB0001', 'HB1'],
    ['us', 'H.R. 1', 'HR1'],
    ['us', 'S.Con.Res.7', 'SCONRES7'],
    ['us', 'H. J. Res. 45', 'HJRES45'],
    ['vt', 'JRS 12', 'JRS12'],
    // asterisks distinguish a bill of the session before from one of this session (Nevada 81st)
    ['nv', 'AJR1**', 'AJR1**'],
    ['nv', 'AJR 1**', 'AJR1**'],
    ['nv', 'AJR1', 'AJR1'],
    ['nv', 'AB444*', 'AB444*'],
    // Colorado: the year with its zero
    ['co', 'HB 05-1234', 'HB05-1234'],
    ['co', 'HB5-1234', 'HB05-1234'],
    ['co', 'SB25-001', 'SB25-001'],
    ['co', 'HB25B-1001', 'HB25B-1001'],
    // California: extraordinary sessions
    ['ca', 'SBX1 4', 'SBX1 4'],
    ['ca', 'SBX1-4', 'SBX1 4'],
    ['ca', 'SB X1 4', 'SBX1 4'],
    ['ca', 'AB 1X', 'AB1X'],
    // Washington: prints of one bill
    ['wa', '2ESHB 1234', 'HB1234'],
    ['wa', 'ESSB 5157', 'SB5157'],
    ['wa', 'E2SHB 1', 'HB1'],
    ['wa', 'SSB 5', 'SB5'],
    ['wa', 'SB 5', 'SB5'],
    ['wa', 'SHJR 4200', 'HJR4200'],
    ['wa', 'SGA 9123', 'SGA9123'],
    // District of Columbia
    ['dc', 'B25-0001', 'B25-0001'],
    ['dc', 'B 25-1', 'B25-0001'],
    ['dc', 'PR26-0123', 'PR26-0123'],
    // Massachusetts: a docket is not the bill that it becomes
    ['ma', 'SD1614', 'SD1614'],
    ['ma', 'S1404', 'S1404'],
    // New York: prints of one bill
    ['ny', 'A8019A', 'A8019'],
    ['ny', 'A08019-A', 'A8019'],
    ['ny', 'S6513', 'S6513'],
    // study bills, appropriation companions, constitutional amendments, lettered resolutions
    ['ia', '5XD', '5XD'],
    ['ia', '12DP', '12DP'],
    ['ne', 'LB5A', 'LB5A'],
    ['ne', 'LB5', 'LB5'],
    ['ne', 'LR2CA', 'LR2CA'],
    ['mi', 'HJR A', 'HJRA'],
    ['mi', 'HJR AA', 'HJRAA'],
    ['mi', 'SB 0001', 'SB1'],
    ['il', 'AM1030246', 'AM1030246'],
    ['nh', 'CACR12', 'CACR12'],
    // numbers that are not integers (I14)
    ['us', 'HR 209½', 'HR209 1/2'],
    ['us', 'H.R. 209 1/2', 'HR209 1/2'],
    ['us', 'HR XIV', 'HRXIV'],
    // places that number within a legislature
    ['mp', 'HB 24-1', 'HB24-1'],
    ['mp', 'SLI 24-01', 'SLI24-1'],
    ['mp', 'HCommRes 24-6', 'HCOMMRES24-6'],
    ['gu', 'B 100-38', 'B100-38'],
  ])('normalizes in %s: %s to %s', (place, printed, key) => {
    expect(normalizeIdentifier(of(place), printed)).toBe(key)
  })

  it('ignores invisible characters', () => {
    expect(normalizeIdentifier(of('nh'), 'HB\u200b 53')).toBe('HB53')
    expect(normalizeIdentifier(of('nh'), 'HB\u00a053')).toBe('HB53')
    expect(normalizeIdentifier(of('nh'), '\ufeffHB\u00ad53')).toBe('HB53')
    expect(normalizeIdentifier(of('gu'), 'B 100\u201138')).toBe('B100-38')
    expect(normalizeIdentifier(of('nh'), 'ＨＢ ５３')).toBe('HB53')
  })

  it('leaves its own result unchanged', () => {
    for (const [place, printed] of [
      ['co', 'HB 05-1234'],
      ['ca', 'SBX1 4'],
      ['dc', 'B25-1'],
      ['mp', 'SB 24-01'],
      ['nv', 'AB444*'],
    ] as const) {
      const key = normalizeIdentifier(of(place), printed)
      expect(normalizeIdentifier(of(place), key)).toBe(key)
    }
  })

  it('returns an empty string if nothing is printed', () => {
    expect(normalizeIdentifier(of('wa'), ' \u200b')).toBe('')
  })
})
