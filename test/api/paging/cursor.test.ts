import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, filterHash } from '../../../api/paging/cursor.ts'

const watermark = '2026-02-03T04:05:06.123456Z'
const filters = filterHash({ path: 'bills', session: '2025' })
const cursor = {
  epoch: 1,
  order: 'changes',
  watermark,
  after: [watermark, '1152921504606846977', 12],
} as const

describe('cursors', () => {
  it('are decoded to the value that was encoded', () => {
    expect(decodeCursor(encodeCursor(cursor, filters), filters, ['changes'])).toEqual(cursor)
  })

  it('hash their filters by content, not by the order of the names', () => {
    expect(filterHash({ a: 1, b: undefined, c: 'x' })).toBe(filterHash({ c: 'x', a: 1 }))
    expect(filterHash({ a: 1 })).not.toBe(filterHash({ a: '1' }))
  })

  it('are refused with other filters or in another order', () => {
    const text = encodeCursor(cursor, filters)
    const mismatch = expect.objectContaining({ status: 400, code: 'cursor_mismatch' })
    expect(() => decodeCursor(text, filterHash({ path: 'bills' }), ['changes'])).toThrow(mismatch)
    expect(() => decodeCursor(text, filters, ['id'])).toThrow(mismatch)
  })

  const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
  it.each([
    'garbage',
    '',
    '%%%',
    'a'.repeat(3_000),
    forged(null),
    forged({}),
    forged([]),
    forged([1, 1, 'changes', filters, watermark]),
    forged([1, 1, 'changes', filters, watermark, watermark, '1', "1'; DROP TABLE bills"]),
    forged([1, 1, 'changes', filters, watermark, 'infinity', '1', 1]),
    forged([1, 1, 'changes', filters, 'now', watermark, '1', 1]),
    forged([1, 1, 'id', filters, watermark, 1.5]),
    forged([1, 1, 'id', filters, watermark, 2 ** 60]),
    forged([1, 'x', 'id', filters, watermark, 1]),
    forged([2, 1, 'id', filters, watermark, 1]),
    forged([1, 1, 'toString', filters, watermark, 1]),
    forged([1, 1, 'history', filters, watermark, '2026-02-03', '1', 'a\0b']),
    forged([1, 1, 'history', filters, watermark, '2026-02-03', '1', '\ud800']),
    forged([1, 1, 'history', filters, watermark, '2026-02-30', '1', 'a']),
    forged([1, 1, 'history', filters, watermark, '0000-01-01', '1', 'a']),
    forged([1, 1, 'history', filters, watermark, '2026-02-03', '9999999999999999999', 'a']),
    forged([1, 1, 'changes', filters, watermark, '0000-01-01T00:00:00.000000Z', '1', 1]),
    forged([1, 1, 'changes', filters, watermark, '2026-02-30T00:00:00.000000Z', '1', 1]),
    forged([1, 1, 'position', filters, watermark, 2 ** 31, 'a']),
  ])('are refused if they are %s', (text) => {
    expect(() => decodeCursor(text, filters, ['changes', 'id', 'history', 'position'])).toThrow(
      expect.objectContaining({ status: 400, code: 'cursor_invalid' }),
    )
  })
})
