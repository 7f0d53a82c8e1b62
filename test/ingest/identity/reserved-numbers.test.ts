import { describe, expect, it } from 'vitest'
import { isReservedNumber } from '../../../ingest/identity/reserved-numbers.ts'
import { openstatesScraper } from '../../../ingest/sources/openstates-scraper/index.ts'
import { readSourceFiles } from '../../support/source-records/read-source.ts'
import { scrapedBill } from '../../support/source-records/scraper-records.ts'

const listed = (title: string, more: Partial<Parameters<typeof isReservedNumber>[0]> = {}) =>
  isReservedNumber({
    abbreviation: 'ny',
    normalized_identifier: 'A9270',
    title,
    sponsors: 0,
    versions: 0,
    ...more,
  })

describe('a number that is only reserved', () => {
  it('is not a bill if its title is empty or says that it is reserved', () => {
    const titles = [
      '',
      ' ',
      'Reserved',
      '[RESERVED]',
      'Bill number reserved',
      'PLACEHOLDER',
      'Reserved for the Speaker',
    ]
    for (const title of titles) expect(listed(title), title).toBe(true)
    expect(listed('Test', { abbreviation: 'ak', normalized_identifier: 'HB9050' })).toBe(true)
  })

  it('becomes a bill when it has a sponsor, a text or a real title', () => {
    expect(listed('Reserved', { sponsors: 1 })).toBe(false)
    expect(listed('', { versions: 1 })).toBe(false)
    for (const title of [
      'Reserved parking for veterans',
      'Reserve funds',
      'Placeholder names in court records',
    ]) {
      expect(listed(title), title).toBe(false)
    }
    expect(listed('An act', { abbreviation: 'ak', normalized_identifier: 'HB905' })).toBe(false)
  })

  it('is skipped with a reason, and is emitted once it is a bill (I15, I19)', async () => {
    const empty = { title: 'Reserved', sponsorships: [], versions: [] }
    const { items, passed_over } = await readSourceFiles(openstatesScraper, {
      'ny/bill_1.json': scrapedBill(empty),
    })
    expect(items).toEqual([])
    expect(passed_over.map(([, why]) => why)).toEqual(['a number that no bill has yet'])
    const emitted = await readSourceFiles(openstatesScraper, {
      'ny/bill_1.json': scrapedBill({ ...empty, title: 'Of ferries' }),
    })
    expect(emitted.of('bill')).toHaveLength(1)
  })
})
