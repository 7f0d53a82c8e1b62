import { LegislogError } from '../schemas/errors.ts'
import type { Source } from './observation.ts'
import { billText } from './sources/bill-text/index.ts'
import { boundaries } from './sources/boundaries/index.ts'
import { congressLegislators } from './sources/congress-legislators/index.ts'
import { congressVotes } from './sources/congress-votes/index.ts'
import { federalRegister } from './sources/federal-register/index.ts'
import { govinfoBillstatus } from './sources/govinfo-billstatus/index.ts'
import { legiscan } from './sources/legiscan/index.ts'
import { ocdDivisions } from './sources/ocd-divisions/index.ts'
import { openstatesBulk } from './sources/openstates-bulk/index.ts'
import { openstatesPeople } from './sources/openstates-people/index.ts'
import { openstatesScraper } from './sources/openstates-scraper/index.ts'
import { regulationsGov } from './sources/regulations-gov/index.ts'
import { unitedstatesCongress } from './sources/unitedstates-congress/index.ts'

/** Every source that `legislog ingest` can run. A new one is a line here. */
export const sources: readonly Source[] = [
  ocdDivisions,
  boundaries,
  openstatesScraper,
  openstatesPeople,
  congressLegislators,
  openstatesBulk,
  govinfoBillstatus,
  congressVotes,
  unitedstatesCongress,
  federalRegister,
  regulationsGov,
  legiscan,
  billText,
]

/** Throws `usage` naming those there are. */
export function findSource(name: string): Source {
  const source = sources.find((one) => one.name === name)
  if (source !== undefined) return source
  const names = sources.map((one) => one.name).join(', ')
  throw new LegislogError('usage', `no source is called ${JSON.stringify(name)}; there are: ${names}`)
}
