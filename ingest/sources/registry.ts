import { LegislogError } from '../../schemas/errors.ts'
import type { Source } from '../source-interface/source.ts'
import { administrationPolicy } from './administration-policy/index.ts'
import { billText } from './bill-text/index.ts'
import { boundaries } from './boundaries/index.ts'
import { congressLegislators } from './congress-legislators/index.ts'
import { congressVotes } from './congress-votes/index.ts'
import { federalRegister } from './federal-register/index.ts'
import { govinfoBillstatus } from './govinfo-billstatus/index.ts'
import { lda } from './lda/index.ts'
import { legiscan } from './legiscan/index.ts'
import { maLobbying } from './ma-lobbying/index.ts'
import { modelLegislation } from './model-legislation/index.ts'
import { ocdDivisions } from './ocd-divisions/index.ts'
import { openaddresses } from './openaddresses/index.ts'
import { openstatesBulk } from './openstates-bulk/index.ts'
import { openstatesPeople } from './openstates-people/index.ts'
import { openstatesScraper } from './openstates-scraper/index.ts'
import { positions } from './positions/index.ts'
import { regulationsGov } from './regulations-gov/index.ts'
import { scorecards } from './scorecards/index.ts'
import { tiger } from './tiger/index.ts'
import { unitedstatesCongress } from './unitedstates-congress/index.ts'

/**
 * Every source that `legislog ingest` can run, in the order of the schedule. Places come before people, people before
 * the bills that they sponsor, and bills before votes and texts. Any order gives the same result, but in this order
 * fewer records wait for others. To add a source, add it to this list.
 */
export const sources: readonly Source[] = [
  ocdDivisions,
  boundaries,
  tiger,
  openaddresses,
  openstatesPeople,
  congressLegislators,
  openstatesScraper,
  openstatesBulk,
  legiscan,
  govinfoBillstatus,
  unitedstatesCongress,
  congressVotes,
  billText,
  modelLegislation,
  scorecards,
  lda,
  maLobbying,
  administrationPolicy,
  positions,
  federalRegister,
  regulationsGov,
]

/** Throws `usage` with the names of all sources. */
export function findSource(name: string): Source {
  const source = sources.find((one) => one.name === name)
  if (source !== undefined) return source
  const names = sources.map((one) => one.name).join(', ')
  throw new LegislogError('usage', `no source is called ${JSON.stringify(name)}; there are: ${names}`)
}
