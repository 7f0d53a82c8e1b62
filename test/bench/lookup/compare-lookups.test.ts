import { describe, expect, it } from 'vitest'
import { measureAll } from '../../../bench/lookup/compare-lookups.ts'
import { drawCountry } from '../../../bench/lookup/country/country.ts'
import { loadCountry } from '../../../bench/lookup/country/loaded-country.ts'
import { describeLookups } from '../../../bench/lookup/report.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { testSettings } from '../../support/harness/settings.ts'

const FEW = 5_000
const QUICK = { connections: 4, warm_up_s: 0.1, seconds: 0.3 }

describe.runIf(NIGHTLY)('the benchmark of address lookups', () => {
  it('finds no wrong district, with and without the API, and asks the geocoder of PostGIS too', async () => {
    const settings = testSettings({ rate_limits: '0', lookup_limits: '1000000000' })
    const country = drawCountry(FEW)
    const loaded = await loadCountry(settings, country, { reuse: false })
    cleanUp(() => loaded.drop())
    expect(loaded.cost.rows).toBe(country.ranges)

    const measured = await measureAll(settings, loaded, country, FEW, QUICK)
    const own = [...measured.everywhere, ...measured.beside.slice(0, -1)]
    expect(own.map(({ name }) => name)).toEqual([
      'one account',
      '100 accounts',
      'API, 100 accounts',
      'locator alone',
    ])
    for (const { name, tally } of own) {
      expect({ name, wrong: tally.wrong }).toEqual({ name, wrong: 0 })
      expect(tally.matched / tally.asked).toBeGreaterThan(0.9)
    }
    const peer = measured.beside.at(-1)!
    expect(peer.tally.matched).toBeGreaterThan(0)
    expect(describeLookups(country, loaded.cost, measured)).toContain(`| ${peer.name} |`)
  })
})
