import { describe, expect, it } from 'vitest'
import { readingsOf } from '../../../../api/read-model/bills/number-readings.ts'

/** The keys of a number, each with the jurisdictions it is limited to. */
const read = (number: string) =>
  readingsOf(number).map(({ key, jurisdictions }) =>
    jurisdictions === undefined
      ? key
      : `${jurisdictions.map((one) => one.replace(/.*[:/]/, '')).join('+')}:${key}`,
  )

describe('a bill number with the prefix of a version', () => {
  it.each([
    ['SHB 1108', 'wa:HB1108'],
    ['2SHB 1217', 'wa:HB1217'],
    ['ESSB 5167', 'wa:SB5167'],
    ['E2SSB5187', 'wa:SB5187'],
    ['e2ssb 5187', 'wa:SB5187'],
    ['2ESHB 1', 'wa:HB1'],
    ['E.H.B. 1020', 'wa:HB1020'],
    ['SHJM 4001', 'wa:HJM4001'],
    ['Engrossed Second Substitute House Bill No. 1217', 'wa:HB1217'],
    ['HS 1 for HB 111', 'de:HB111'],
    ['hs1 for hb111', 'de:HB111'],
    ['SS 2 for SB 10', 'de:SB10'],
    ['House Substitute No. 1 for House Bill 111', 'de:HB111'],
    ['HB 111 w/ HA 1', 'de:HB111'],
    ['HB 111 with HA 1 + SA 2', 'de:HB111'],
    ['CSHB 57(EDC)', 'ak:HB57'],
    ['SCS CSHB 23(FIN) am S', 'ak:HB23'],
    ['HCS CSSB 6(EDC)', 'ak:SB6'],
    ['SSSB 46', 'ak:SB46'],
    ['Sub for HB 2396', 'ks:HB2396'],
    ['Senate Substitute for HB 2396', 'ks:HB2396'],
    ['S Sub for Sub for HB 2396', 'ks:HB2396'],
    ['1st Sub. H.B. 76', 'ut:HB76'],
    ['HB0076S01', 'ut:HB76'],
    ['H.B. 76 Substitute 2', 'ut:HB76'],
    ['SS SCS HCS HB 1', 'mo:HB1'],
    ['HCS HB 567', 'mo:HB567'],
    ['C.S.H.B. 2', 'tx:HB2'],
  ])('such as %s is also read as %s', (number, reading) => {
    expect(read(number).slice(1)).toContain(reading)
  })
})

describe('a bill number that is written out', () => {
  it.each([
    ['House Bill 1108', ['HB1108', 'id+vt+ma+ri+sc:H1108', 'us:HR1108']],
    ['senate joint resolution 8204', ['SJR8204', 'us:SJRES8204']],
    ['H.B. No. 12', ['HB12']],
    ['HB #12', ['HB12']],
    ['Legislative Bill 904', ['LB904']],
    ['Assembly Bill 5', ['AB5', 'ny+nj:A5']],
    ['House File 12', ['HF12']],
    ['House Resolution 5', ['HR5', 'us:HRES5']],
  ])('such as %s is read as a short number', (number, readings) => {
    expect(read(number)).toEqual(expect.arrayContaining(readings))
  })
})

describe('a search text', () => {
  it.each([
    'HB 12',
    'S.B. 61',
    'HF 12',
    'SF 1',
    'H 12',
    'HR 12',
    'B26-0001',
    'HS 1',
    'H.J.Res. 5',
    'LB904A',
    '12',
  ])('such as %s has only one reading', (number) => {
    expect(readingsOf(number)).toHaveLength(1)
  })

  it.each(['tax 2025 relief', '100 days', 'AB5 gig', 'house', 'bill of rights', 'SHB 1108 firearms'])(
    'with other words is not read as a bill number: %s',
    (words) => {
      expect(readingsOf(words)).toHaveLength(1)
    },
  )

  it('such as SSB 3018 keeps its own reading, because Iowa numbers bills so', () => {
    expect(read('SSB 3018')).toEqual(['SSB3018', 'wa:SB3018'])
  })
})
