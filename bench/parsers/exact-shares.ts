import type { LabeledAddress } from './labeled-addresses.ts'
import type { Parser } from './parsers.ts'
import { type Parts, partNames } from './parts.ts'

/** `all`: the share of addresses with all five parts exact. */
export type ExactShares = Readonly<Record<keyof Parts | 'all', number>>

/** Per cent of addresses for which the parser returns exactly the part that the labels name. */
export function exactShares({ parse }: Pick<Parser, 'parse'>, rows: readonly LabeledAddress[]): ExactShares {
  const counts = { number: 0, street: 0, city: 0, state: 0, zip: 0, all: 0 }
  for (const { text, wanted } of rows) {
    const read = parse(text)
    const exact = partNames.filter((part) => wanted[part] === read[part])
    for (const part of exact) counts[part] += 1
    if (exact.length === partNames.length) counts.all += 1
  }
  const share = (count: number) => (100 * count) / rows.length
  return {
    number: share(counts.number),
    street: share(counts.street),
    city: share(counts.city),
    state: share(counts.state),
    zip: share(counts.zip),
    all: share(counts.all),
  }
}
