import { v5 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { mintChildId, mintOcdId, rollCallKey } from '../../../ingest/identity/identity-keys.ts'

describe('a minted id', () => {
  it('is the UUID of version 5 of its key, whatever the length of the key', () => {
    for (const key of ['', 'a', 'ñ🏛', 'x'.repeat(5_000), 'é'.repeat(9_000), 'b']) {
      expect(mintChildId('parent', key)).toBe(v5(`parent|${key}`, 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a10'))
      expect(mintOcdId('bill', key)).toBe(`ocd-bill/${v5(key, 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a01')}`)
    }
  })

  it('differs by entity type', () => {
    expect(mintOcdId('committee', 'a')).not.toBe(mintOcdId('organization', 'a'))
  })
})

describe('the key of a printed roll call number', () => {
  it('is the same for every way of printing it (A1)', () => {
    const keys = ['78', '078', 'roll078', 'RCS# 78', 78].map((number) =>
      rollCallKey('ocd-division/country:us', '118', 'lower', '2024', number),
    )
    expect(new Set(keys)).toEqual(new Set(['roll|ocd-division/country:us|118|lower|2024|78']))
  })

  it('differs by letter, chamber and year', () => {
    const keys = [
      rollCallKey('b', '118', 'lower', '2024', '78A'),
      rollCallKey('b', '118', 'lower', '2024', '78'),
      rollCallKey('b', '118', 'upper', '2024', '78'),
      rollCallKey('b', '118', 'lower', '2023', '78'),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  it('is absent if no number is printed', () => {
    expect(
      [null, '', 'voice vote'].map((number) => rollCallKey('b', '118', 'lower', '2024', number)),
    ).toEqual([null, null, null])
  })
})
