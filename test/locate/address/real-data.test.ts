import { describe, expect, it } from 'vitest'
import { exactShares } from '../../../bench/parsers/exact-shares.ts'
import { evenRows, oddRows, readLabeledAddresses } from '../../../bench/parsers/labeled-addresses.ts'
import { ownParser } from '../../../bench/parsers/parsers.ts'
import { realData } from '../../support/harness/real-data.ts'

const file = realData('addresses/usaddress-us50_test_tagged.xml.gz')

describe.skipIf(file === undefined)('hand-labeled addresses', () => {
  const all = file === undefined ? [] : readLabeledAddresses(file)

  it.each([
    ['reported on', evenRows(all)],
    ['tuned on', oddRows(all)],
  ])('are read as well as promised: %s', (_, rows) => {
    const shares = exactShares(ownParser, rows)
    expect(rows.length).toBeGreaterThan(340)
    expect(shares.number).toBeGreaterThanOrEqual(98)
    expect(shares.street).toBeGreaterThanOrEqual(90)
    expect(shares.city).toBeGreaterThanOrEqual(97)
    expect(shares.state).toBeGreaterThanOrEqual(99)
    expect(shares.zip).toBeGreaterThanOrEqual(99)
  })
})
