import { v5 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { mintChildId, mintOcdId } from '../../ingest/identity-keys.ts'

describe('an id that is minted', () => {
  it('is the UUID of version 5 of its key, whatever its length', () => {
    for (const key of ['', 'a', 'ñ🏛', 'x'.repeat(5_000), 'é'.repeat(9_000), 'b']) {
      expect(mintChildId('parent', key)).toBe(v5(`parent|${key}`, 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a10'))
      expect(mintOcdId('bill', key)).toBe(`ocd-bill/${v5(key, 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a01')}`)
    }
  })

  it('differs by type', () => {
    expect(mintOcdId('committee', 'a')).not.toBe(mintOcdId('organization', 'a'))
  })
})
