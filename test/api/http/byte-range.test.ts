import { describe, expect, it } from 'vitest'
import { byteRange } from '../../../api/http/byte-range.ts'

describe('the byte range', () => {
  it.each([
    ['bytes=0-4', { start: 0, end: 4 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['Bytes = 2 - 2', { start: 2, end: 2 }],
  ])('%s selects a part of ten bytes', (header, range) => expect(byteRange(header, 10)).toEqual(range))

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s cannot be satisfied by ten bytes', (header) =>
    expect(byteRange(header, 10)).toBe('none'),
  )

  it.each([undefined, '', 'bytes=-', 'bytes=4-2', 'bytes=0-1,3-4', 'lines=0-4', 'bytes=a-b', 'bytes=1.5-2'])(
    '%s asks for all bytes',
    (header) => expect(byteRange(header, 10)).toBeUndefined(),
  )

  it('cannot be satisfied if the content is empty', () => {
    expect(byteRange('bytes=0-', 0)).toBe('none')
    expect(byteRange('bytes=-5', 0)).toBe('none')
  })
})
