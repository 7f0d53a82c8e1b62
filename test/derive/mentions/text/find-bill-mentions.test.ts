import { describe, expect, it } from 'vitest'
import { findBillMentions } from '../../../../derive/mentions/text/find-bill-mentions.ts'

const billsIn = (text: string, year = 2006) =>
  findBillMentions(text, year).map(({ identifier }) => identifier)

describe('bills that a text names by their numbers', () => {
  it.each([
    ['H.R. 5122, S. 2766 and H.R. 5631', ['HR 5122', 'S 2766', 'HR 5631']],
    ['HR 5647/S 3708 - Appropriations', ['HR 5647', 'S 3708']],
    ['H.r. 2744; HR.5744; H. R. 7; HR-1234; H.R.3, Safe', ['HR 2744', 'HR 5744', 'HR 7', 'HR 1234', 'HR 3']],
    ['(S. 59 and S. 1021), S.1; S1566', ['S 59', 'S 1021', 'S 1', 'S 1566']],
    ['H.Con. Res. 376 - S.Con.Res. 83', ['HCONRES 376', 'SCONRES 83']],
    [
      'H.J.Res. 7, SJ Res 4, H. Res. 5, S.Res. 6, HJRes 45',
      ['HJRES 7', 'SJRES 4', 'HRES 5', 'SRES 6', 'HJRES 45'],
    ],
    ['Appropriations BillH.R. 3058 - Transportation', ['HR 3058']],
    ['H.R. 5122, 5631 and 2863.', ['HR 5122', 'HR 5631', 'HR 2863']],
    ['S. 724 & 990; others', ['S 724', 'S 990']],
    ['H.R. 3001-3004', ['HR 3001', 'HR 3002', 'HR 3003', 'HR 3004']],
    ['S. 5 through S. 7', ['S 5', 'S 6', 'S 7']],
    ['H.R. 4- Pension Protection Act', ['HR 4']],
    ['P.L. 109-58 and Public Law No. 111-148', ['PL 109-58', 'PL 111-148']],
    ['H.R. 0012', ['HR 12']],
  ])('%s', (text, bills) => {
    expect(billsIn(text)).toEqual(bills)
  })

  it('are of the Congress of the year of the filing, unless another is printed behind the number', () => {
    const congressOf = (text: string, year: number) => findBillMentions(text, year)[0]!.congress
    expect([2005, 2006, 2007, 2025, 2026].map((year) => congressOf('H.R. 1', year))).toEqual([
      109, 109, 110, 119, 119,
    ])
    expect(congressOf('H.R. 1 (111th Congress)', 2013)).toBe(111)
    expect(congressOf('S. 5 of the 110th Congress', 2013)).toBe(110)
  })

  it('keep their words and their places', () => {
    const text = 'Support for 🐝: H.R. 5122 and S. 2766'
    for (const { start, end, words } of findBillMentions(text, 2006))
      expect(text.slice(start, end)).toBe(words)
    expect(findBillMentions(text, 2006).map(({ words }) => words)).toEqual(['H.R. 5122', 'S. 2766'])
  })
})

describe('what only looks like a bill is none', () => {
  it.each([
    'S. 5 Main Street',
    '12 S. 16th Street; 100 S. 5 Avenue',
    'S. 1 Corp',
    'S. 3 Capital Partners LLC',
    '49 U.S.C. 47134',
    'U.S. 50 and U. S. 95',
    'Section 1011; Sec. S. 5; Title V; Title 5; section 504',
    'TEA-21, 8(a), 401(k), S-1 and Form S-4',
    'S&P 500; AT&S 12',
    'Class S 500, Schedule S. 12, Route S 20',
    'the Medicare Act of 2003 and the Energy Policy Act',
    'S. 5th amendment',
    'H.R. 2.5 percent; S. 1,000,000',
    'HR 99999; S. 60000',
    'a 24 HR 7 service; HR 12 hours a day',
    'NAFTAS 12; CHR 45; BHRES 5',
    'Human Resources (HR)',
  ])('%s', (text) => {
    expect(billsIn(text)).toEqual([])
  })

  it('a number of a list that is a year or a count ends the list', () => {
    expect(billsIn('H.R. 5, 2006 appropriations')).toEqual(['HR 5'])
    expect(billsIn('S. 5, 10 percent of it')).toEqual(['S 5'])
    expect(billsIn('H.R. 3010 and 5 other bills')).toEqual(['HR 3010'])
  })

  it('a long range is only its first number', () => {
    expect(billsIn('H.R. 1-5000')).toEqual(['HR 1'])
  })
})
