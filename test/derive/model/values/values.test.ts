import { describe, expect, it } from 'vitest'
import { measuresOf } from '../../../../derive/model/values/measures.ts'
import { printedDatesOf } from '../../../../derive/model/values/printed-dates.ts'
import { printedNumbersOf } from '../../../../derive/model/values/printed-numbers.ts'

describe('numbers of a text', () => {
  it.each<[string, readonly number[]]>([
    ['thirty (30) days', [30, 30]],
    ['one hundred and twenty-five persons', [125]],
    ['two hundred fifty thousand', [250_000]],
    ['$4.5 million and 4,500,000', [4_500_000, 4_500_000]],
    ['the 25th day of the third month', [25, 3]],
    ['1/2 of 5 1/2', [0.5, 5.5]],
    ['.5 and 0.5', [0.5, 0.5]],
    ['Sec.5', [5]],
    ['no one and the first', []],
    ['someone is often listening', []],
  ])('%s', (text, values) => {
    expect(printedNumbersOf(text).map(({ value }) => value)).toEqual(values)
  })
})

describe('dates of a text', () => {
  it.each<[string, readonly string[]]>([
    ['January 1, 2028', ['2028-01-01']],
    ['the 1st day of January, 2028', ['2028-01-01']],
    ['Sept. 30, 2027 and 2027-09-30', ['2027-09-30', '2027-09-30']],
    ['7/4/2027', ['2027-07-04']],
    ['July of 2027', ['2027-07']],
    ['each December 31', ['--12-31']],
    ['it may 5 times march on', ['--05-05']],
    ['no day at all', []],
  ])('%s', (text, keys) => {
    expect(
      printedDatesOf(text)
        .map(({ key }) => key)
        .sort(),
    ).toEqual([...keys].sort())
  })
})

describe('counted things of a text', () => {
  it.each<[string, readonly string[]]>([
    ['$2,500 or 2,500 dollars', ['usd 2500', 'usd 2500']],
    ['five percent (5%)', ['percent 5', 'percent 5']],
    ['one-half of one percent', ['percent one-half of 1']],
    ['thirty (30) business days', ['day 30', 'day 30']],
    ['a 90-day period of one year', ['day 90', 'year 1']],
    ['chapter 12 of the code', []],
  ])('%s', (text, keys) => {
    expect(
      measuresOf(text)
        .map(({ key }) => key)
        .sort(),
    ).toEqual([...keys].sort())
  })
})
