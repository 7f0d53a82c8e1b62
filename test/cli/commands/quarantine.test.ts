import { describe, expect, it } from 'vitest'
import { legislogHere } from '../../support/harness/command-line.ts'

describe('legislog quarantine list', () => {
  it.each([
    ['--source', 'nope', 'no source is called "nope"'],
    ['--source', '', 'no source is called ""'],
    ['--reason', 'nope', '--reason nope must be one of'],
    ['--jurisdiction', 'atlantis', 'no jurisdiction is called "atlantis"'],
    ['--jurisdiction', 'ocd-division/country:us/state:qq', 'no jurisdiction is called "ocd-division/'],
  ])('refuses a filter with an unknown value: %s %s', async (option, value, message) => {
    const refused = await legislogHere(['quarantine', 'list', option, value])
    expect(refused.stderr).toContain(message)
    expect(refused.code).toBe(2)
  })
})
