import { beforeAll, describe, expect, it } from 'vitest'
import { classifyAction } from '../../../../ingest/legislature/action-classes/classify-action.ts'
import { asFields, listOf, looseText, textsOf } from '../../../../ingest/sources/records/fields.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { readLines } from '../../../support/harness/real-lines.ts'

/** For texts that a scraper classifies: the share that we classify, and the share of those with a common class. */
const scrapers: Readonly<Record<string, readonly [classified: number, alike: number]>> = {
  ak: [0.85, 0.99],
  az: [0.95, 0.95],
  de: [0.6, 0.99],
  ia: [0.95, 0.99],
  id: [0.95, 0.8],
  il: [0.75, 0.98],
  ks: [0.75, 0.95],
  ky: [0.95, 0.9],
  la: [0.7, 0.97],
  md: [0.95, 0.99],
  mi: [0.95, 0.99],
  nc: [0.95, 0.98],
  nh: [0.9, 0.99],
  ny: [0.95, 0.99],
  or: [0.95, 0.85],
  tx: [0.95, 0.9],
  ut: [0.8, 0.9],
  wa: [0.75, 0.83],
}

const folder = realData('openstates-scraper')
describe.skipIf(folder === undefined)('action texts that a scraper also classifies', () => {
  const counts = new Map<
    string,
    { judged: number; classified: number; alike: number; empty: number; filled: number }
  >()

  beforeAll(async () => {
    for (const place of Object.keys(scrapers)) {
      const seen = { judged: 0, classified: 0, alike: 0, empty: 0, filled: 0 }
      counts.set(place, seen)
      const file = realData(`openstates-scraper/${place}/bill.ndjson.gz`)
      if (file === undefined) continue
      for await (const line of readLines(file)) {
        for (const item of listOf(asFields(JSON.parse(line), 'bill'), 'actions')) {
          const given = textsOf(item, 'classification')
          const classes = classifyAction({
            division_id: `ocd-division/country:us/state:${place}`,
            chamber: null,
            description: looseText(item, 'description'),
          })
          if (given.length === 0) {
            seen.empty++
            if (classes.length > 0) seen.filled++
            continue
          }
          seen.judged++
          if (classes.length > 0) seen.classified++
          if (classes.some((word) => given.includes(word))) seen.alike++
        }
      }
    }
  }, 120_000)

  it.each(Object.entries(scrapers))(
    'are mostly classified, with the same result, in %s',
    (place, [classified, alike]) => {
      const seen = counts.get(place)!
      expect(seen.classified / seen.judged).toBeGreaterThan(classified)
      expect(seen.alike / seen.classified).toBeGreaterThan(alike)
    },
  )

  it('get classes from their text if the scraper gives none', () => {
    const all = [...counts.values()].reduce((sum, { filled }) => sum + filled, 0)
    expect(all).toBeGreaterThan(70_000)
  })
})
