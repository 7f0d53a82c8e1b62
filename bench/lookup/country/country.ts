import { type CountySite, MOST_SITES, siteOf } from '../../../corpus/county/sites.ts'
import { type County, drawCounty } from '../../../corpus/county/write-county.ts'
import { LegislogError } from '../../../schemas/errors.ts'

/** Copies of one county in many states. */
export type Country = {
  readonly county: County
  readonly sites: readonly CountySite[]
  readonly ranges: number
}

/** A county of about 100,000 ranges, and ZIP codes of about 1,600, as many as real ones have. */
const LARGE = { blocks_x: 160, blocks_y: 160, zip_blocks: 20 }
/** A country of fewer ranges has small counties. */
const SMALL_RANGES = 50_000
const SMALL = { blocks_x: 40, blocks_y: 40, zip_blocks: 20 }
const SEED = 7

/** Draws a country of at least this number of ranges. */
export function drawCountry(ranges: number): Country {
  const grid = ranges < SMALL_RANGES ? SMALL : LARGE
  const county = drawCounty(grid, SEED)
  const zips = Math.ceil(grid.blocks_x / grid.zip_blocks) * Math.ceil(grid.blocks_y / grid.zip_blocks)
  const of_county = county.segments.reduce((sum, { street }) => sum + (street.also === null ? 2 : 4), 0)
  const count = Math.max(1, Math.ceil(ranges / of_county))
  if (count > MOST_SITES) {
    throw new LegislogError('usage', `ranges is ${ranges}; at most ${MOST_SITES * of_county} are generated`)
  }
  const sites = Array.from({ length: count }, (_, index) => siteOf(index, zips))
  return { county, sites, ranges: count * of_county }
}
