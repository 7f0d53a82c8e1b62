import { openContext } from '../../cli/context/context.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { findParties } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { settle } from '../measure/settle.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { type Country, drawCountry } from './country/country.ts'
import { type LoadedCountry, loadCountry } from './country/loaded-country.ts'
import { questionsOf } from './country/questions.ts'
import { CONNECTIONS, type Extent, type MeasuredLookups, measureLookups } from './drive/measure-lookups.ts'
import type { LookupsMeasured } from './lookups-measured.ts'
import { describeLookups } from './report.ts'
import { locatorSubject } from './subjects/ask-locator.ts'
import { withApi } from './subjects/with-api.ts'
import { createTigerGeocoder } from './tiger-geocoder/tiger-geocoder.ts'

const EXTENT: Extent = { connections: CONNECTIONS, warm_up_s: 5, seconds: 15 }
const UNLIMITED = { rate_limits: '0', lookup_limits: '1000000000' }

/**
 * Lookups of generated houses over generated address ranges, billed through one API process, and beside the geocoder of
 * PostGIS. `keep` keeps the database, and the next run over as many ranges uses it.
 */
export async function benchLookup(ranges: string, peerRanges: string, keep: string): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'redis', 'registry'] })
  const country = drawCountry(wholeNumber('ranges', ranges))
  const reuse = keep === 'keep'
  const loaded = await loadCountry({ ...settings, ...UNLIMITED }, country, { reuse })
  try {
    const measured = await measureAll(
      settings,
      loaded,
      country,
      wholeNumber('peer ranges', peerRanges),
      EXTENT,
    )
    const command = `legislog bench lookup ${ranges} ${peerRanges} ${keep}`
    return await keepResult(command, describeLookups(country, loaded.cost, measured))
  } finally {
    if (reuse) await loaded.close()
    else await loaded.drop()
  }
}

export async function measureAll(
  settings: Settings,
  loaded: LoadedCountry,
  { county, sites }: Country,
  peerRanges: number,
  extent: Extent,
): Promise<LookupsMeasured> {
  const parties = await findParties(settings)
  const some = sitesOf({ county, sites }, peerRanges)
  const peer = await createTigerGeocoder(settings, { county, sites: some.sites })
  try {
    await settle(loaded.database)
    return await withApi(loaded.settings, loaded.database, async (api) => {
      const everywhere: MeasuredLookups[] = []
      for (const [index, [name, accounts]] of (
        [
          ['one account', 1],
          ['100 accounts', 100],
        ] as const
      ).entries()) {
        const questions = questionsOf(county, sites, 1 + index)
        everywhere.push(await measureLookups(api(name, accounts, questions), parties, extent))
      }
      const subjects = [
        api('API, 100 accounts', 100, questionsOf(county, some.sites, 3)),
        locatorSubject(loaded.settings, questionsOf(county, some.sites, 4)),
        peer.subject(questionsOf(county, some.sites, 5)),
      ]
      const beside: MeasuredLookups[] = []
      for (const subject of subjects) beside.push(await measureLookups(subject, parties, extent))
      return { everywhere, beside, peer_ranges: some.ranges, peer_load_s: peer.load_s }
    })
  } finally {
    await peer.drop()
  }
}

/** The first counties that together have at least this number of ranges. */
function sitesOf({ county, sites }: Pick<Country, 'county' | 'sites'>, ranges: number) {
  const each = 2 * county.segments.length
  const some = sites.slice(0, Math.max(1, Math.ceil(ranges / each)))
  return { sites: some, ranges: some.length * each }
}
