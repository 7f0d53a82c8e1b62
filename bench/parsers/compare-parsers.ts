import { join } from 'node:path'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { exactShares } from './exact-shares.ts'
import { evenRows, type LabeledAddress, oddRows, readLabeledAddresses } from './labeled-addresses.ts'
import { loadPeers, ownParser, type Parser } from './parsers.ts'
import { partNames } from './parts.ts'

const LABELED = 'addresses/usaddress-us50_test_tagged.xml.gz'
const ROUNDS = 3

/** Counts the parts of hand-labeled addresses that our parser and its peers read exactly, and measures the cost. */
export async function benchParsers(data: string): Promise<string> {
  const rows = readLabeledAddresses(join(data, LABELED))
  const table = [ownParser, ...loadPeers()].map((parser) => {
    const [even, odd] = [exactShares(parser, evenRows(rows)), exactShares(parser, oddRows(rows))]
    const cells = [...partNames, 'all' as const].map(
      (part) => `${even[part].toFixed(1)} / ${odd[part].toFixed(1)}`,
    )
    return [parser.name, ...cells, cpuMicroseconds(parser, rows).toFixed(0)]
  })
  return keepResult(
    `legislog bench parsers ${data}`,
    [
      `${rows.length} addresses of ${LABELED}. Per cent of addresses whose part is exact: even rows / odd rows. Our parser was tuned on the odd rows, so the even rows are the report. One comparison for all: capitals, no commas and periods, and the whole street (directions, name and suffix) through our reader of streets. CPU is that of the parser alone, the cheapest of ${ROUNDS} rounds.`,
      'Bar: 98 / 90 / 97 / 99 / 99.',
      markdown(['parser', 'number', 'street', 'city', 'state', 'ZIP', 'all five', 'µs CPU each'], table),
    ].join('\n\n'),
  )
}

function cpuMicroseconds({ parseOnly }: Parser, rows: readonly LabeledAddress[]): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    for (const { text } of rows) parseOnly(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / rows.length
  })
  return Math.min(...rounds)
}
