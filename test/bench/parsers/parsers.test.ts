import { describe, expect, it } from 'vitest'
import { exactShares } from '../../../bench/parsers/exact-shares.ts'
import { loadPeers, ownParser } from '../../../bench/parsers/parsers.ts'
import { partsOf } from '../../../bench/parsers/parts.ts'

const parsers = [ownParser, ...loadPeers()]
const text = '123 N Main Street, Springfield, IL 62701'
const parts = { number: '123', street: 'N Main St', city: 'Springfield', state: 'IL', zip: '62701' }

describe('parsers of addresses under one comparison', () => {
  it.each(parsers.map((parser) => [parser.name, parser] as const))(
    '%s reads a plain address exactly',
    (_, parser) => {
      expect(parser.parse(text)).toEqual(partsOf(parts))
    },
  )

  it('count each part that differs from its label, and the address once', () => {
    const rows = [
      { text, wanted: partsOf(parts) },
      { text, wanted: partsOf({ ...parts, street: 'S Main St', zip: '62702' }) },
    ]
    const half = { number: 100, street: 50, city: 100, state: 100, zip: 50, all: 50 }
    expect(parsers.map((parser) => exactShares(parser, rows))).toEqual(parsers.map(() => half))
  })
})
