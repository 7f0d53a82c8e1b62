import { describe, expect, it } from 'vitest'
import { isNestedBelow, opensMoreThan, pathBelow } from '../../runtime/json-depth.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [2, nested(levels - 1)] })

describe('how deep a value is nested', () => {
  it('is said exactly, of objects and lists, and by the path of the first that is too deep', () => {
    expect(isNestedBelow(3, nested(2))).toBe(true)
    expect(isNestedBelow(4, nested(2))).toBe(false)
    expect(pathBelow(3, nested(2))).toBe('/a/1/a')
    expect(pathBelow(0, [])).toBe('')
    expect(pathBelow(4, nested(2))).toBeUndefined()
    expect(pathBelow(1, { shallow: 1, deep: {} })).toBe('/deep')
  })

  it('is asked of no text that has fewer brackets', () => {
    expect(opensMoreThan(3, JSON.stringify(nested(2)))).toBe(true)
    expect(opensMoreThan(4, JSON.stringify(nested(2)))).toBe(false)
  })
})
