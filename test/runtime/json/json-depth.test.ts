import { describe, expect, it } from 'vitest'
import { isDeeperThan, isNestedBelow, opensMoreThan, pathBelow } from '../../../runtime/json/json-depth.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [2, nested(levels - 1)] })

describe('the nesting depth of a value', () => {
  it('is exact for objects and lists, and gives the path of the first value that is too deep', () => {
    expect(isNestedBelow(3, nested(2))).toBe(true)
    expect(isNestedBelow(4, nested(2))).toBe(false)
    expect(pathBelow(3, nested(2))).toBe('/a/1/a')
    expect(pathBelow(0, [])).toBe('')
    expect(pathBelow(4, nested(2))).toBeUndefined()
    expect(pathBelow(1, { shallow: 1, deep: {} })).toBe('/deep')
  })

  it('needs no check if the text has fewer brackets', () => {
    expect(opensMoreThan(3, JSON.stringify(nested(2)))).toBe(true)
    expect(opensMoreThan(4, JSON.stringify(nested(2)))).toBe(false)
  })

  it('is exact for any text, even if it is not JSON, and ignores brackets in strings', () => {
    const odd = { '[{"': ['}]]]', 'a\\"[[[', '\\\\', '"'], b: { c: [] } }
    for (const value of [nested(2), odd, [], 1, '[[[[[[']) {
      for (let levels = 0; levels < 8; levels += 1) {
        const text = JSON.stringify(value)
        expect(isDeeperThan(levels, text), `${levels}: ${text}`).toBe(isNestedBelow(levels, value))
      }
    }
    expect(isDeeperThan(3, '[[[[')).toBe(true)
    expect(isDeeperThan(4, '[[[[')).toBe(false)
    expect(isDeeperThan(2, '"[[[[')).toBe(false)
    expect(isDeeperThan(500, '['.repeat(8 * 1024 * 1024))).toBe(true)
  })
})
