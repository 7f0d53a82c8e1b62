import { describe, expect, it } from 'vitest'
import * as locks from '../../../runtime/postgres/advisory-locks.ts'
import { sourcesWith } from '../../support/harness/sources-with.ts'
import { TEMPLATE_LOCK } from '../../support/harness/template-database.ts'

describe('the advisory locks', () => {
  it('have unique numbers', () => {
    const numbers = [...Object.values(locks), TEMPLATE_LOCK]
    expect(numbers.length).toBeGreaterThan(10)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('have their numbers in one place', () => {
    expect(sourcesWith(/\b(521_?17\d|5_?211_?70\d(_?\d{3}){2})\b/)).toEqual([
      'runtime/postgres/advisory-locks.ts',
    ])
  })
})
