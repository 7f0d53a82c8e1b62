/**
 * A run of a scraper, identified by the version-1 uuids of its records. Node and clock sequence belong to one
 * process, the time to one record. A folder can have copies from several runs, so "one listing" means one
 * run.
 */
export type Scrape = { readonly run: string; readonly at: string | null }

const VERSION_1 = /^([0-9a-f]{8})-([0-9a-f]{4})-1([0-9a-f]{3})-([0-9a-f]{4}-[0-9a-f]{12})$/
/** Between the uuid epoch, 1582-10-15, and ours, in 100 ns. */
const EPOCH_OFFSET = 0x01b21dd213814000n

export function scrapeOf(id: string): Scrape {
  const match = VERSION_1.exec(id)
  if (match === null) return { run: '', at: null }
  const [, low, middle, high, run] = match
  const ticks = BigInt(`0x${high}${middle}${low}`) - EPOCH_OFFSET
  const microseconds = ticks / 10n
  const at = new Date(Number(microseconds / 1000n)).toISOString().slice(0, -1)
  return { run: run!, at: `${at}${String(microseconds % 1000n).padStart(3, '0')}Z` }
}
