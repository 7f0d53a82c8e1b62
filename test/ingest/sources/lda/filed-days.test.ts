import { expect, it } from 'vitest'
import { filedDay } from '../../../../ingest/sources/lda/filed-days.ts'

it.each([
  '2014-02-17T00:00:00Z',
  '2014-2-17',
  '02/17/2014',
  '2/17/14',
  '2-17-2014',
  '02-17-14',
  '20140217',
  '02172014',
  '021714',
])('the day in %s is 17 February 2014', (printed) => {
  expect(filedDay(printed)).toBe('2014-02-17')
})

it('what is no day is null', () => {
  for (const printed of ['03/031/2008', '13/45/2008', 'soon', '', null, '2014-02-30'])
    expect(filedDay(printed)).toBeNull()
})

it('two digits of a year are of the last century only from 1969 on', () => {
  expect(filedDay('1/2/99')).toBe('1999-01-02')
  expect(filedDay('1/2/26')).toBe('2026-01-02')
})
