import { describe, expect, it } from 'vitest'
import { plainIdentifier } from '../../../ingest/identity/bill-designations.ts'
import { formerBillKeys, normalizeIdentifier } from '../../../ingest/identity/bill-identifiers.ts'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { openstatesScraper } from '../../../ingest/sources/openstates-scraper/index.ts'
import { caseFolder } from '../../support/harness/case-files.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { readSourceText } from '../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const of = (place: string) => `ocd-division/country:us/state:${place}`

describe('a printed bill number', () => {
  it.each([
    ['in', 'HC 2', 'HCR 2', 'HCR2'],
    ['in', 'HCR 2', 'HCR 2', 'HCR2'],
    ['in', 'SJ0007', 'SJR0007', 'SJR7'],
    ['md', 'HJR 1', 'HJ 1', 'HJ1'],
    ['wy', 'SJ0001', 'SJ0001', 'SJ1'],
    // the same letters elsewhere are another kind
    ['sd', 'HC 2', 'HC 2', 'HC2'],
    ['ms', 'HC 2', 'HC 2', 'HC2'],
    ['de', 'SB 61 w/ SA 1 + HA 2', 'SB 61', 'SB61'],
    ['de', 'HS 1 for HB 111 w/ HA 1', 'HB 111', 'HB111'],
    ['nj', '`A 966', 'A 966', 'A966'],
    ['nj', 'A 966.', 'A 966', 'A966'],
    ['nj', '“A’966', 'A966', 'A966'],
    ['nv', 'AJR1**', 'AJR1**', 'AJR1**'],
    ['us', 'H.R. 1', 'H.R. 1', 'HR1'],
  ])('is normalized in %s: %s becomes %s, with the key %s', (place, printed, plain, key) => {
    expect(plainIdentifier(of(place), printed)).toBe(plain)
    expect(normalizeIdentifier(of(place), printed)).toBe(key)
    expect(normalizeIdentifier(of(place), key)).toBe(key)
  })

  it('has further keys for other spellings, and for the spelling before the rule', () => {
    const former = (place: string, printed: string) => formerBillKeys(of(place), '2026', printed)
    expect(former('in', 'HCR 2')).toEqual([`${of('in')}|2026|HC2`])
    expect(former('in', 'HC 2')).toEqual([`${of('in')}|2026|HC2`])
    expect(former('nj', '`A 966')).toEqual([`${of('nj')}|2026|\`A966`])
    expect(former('de', 'SB 61 w/ SA 1')).toEqual([`${of('de')}|2026|SB61W/SA1`])
    expect(former('in', 'HB 1001')).toEqual([])
    expect(former('wa', '2ESHB 1234')).toEqual([])
  })
})

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

async function ingest(name: string, change: (one: Observation) => Observation = (one) => one): Promise<void> {
  const { observations } = await readSourceText(openstatesScraper, caseFolder(name))
  await ingesting.run(
    observations.map((one) => [change(one)]),
    { name: 'openstates-scraper' },
  )
}

async function billsOf(place: string) {
  const reported = await ingesting.emitted()
  const bills = reported.filter(({ body }) => JSON.stringify(body.bill ?? '').includes(`state:${place}`))
  const merged = bills.filter(({ type }) => type === 'bill.merged').map(({ body }) => body.ocd_id)
  return { ids: new Set(bills.map(({ body }) => body.ocd_id)), merged, types: bills.map(({ type }) => type) }
}

/** The observation before there was a rule for its number. */
const underFormerKey =
  (session: string, identifier: string) =>
  (one: Observation): Observation => {
    if (one.entity !== 'bill' || !one.key.endsWith(normalizeIdentifier(one.jurisdiction, identifier)))
      return one
    const { replaces, ...rest } = one
    return { ...rest, key: billKey(one.jurisdiction, session, identifier.replaceAll(' ', '').toUpperCase()) }
  }

describe('one bill that is printed in several ways, run after run', () => {
  it.each([
    ['de', ['N13/de1', 'N13/de2', 'N13/de3', 'N13/de4'], 1],
    ['in', ['N56/r1', 'N56/r2'], 2],
    ['nj', ['N57/r1', 'N57/r2', 'N57/r3'], 1],
  ] as const)('keeps its id in %s (%j)', async (place, folders, count) => {
    for (const folder of folders) await ingest(folder)
    const { ids, merged } = await billsOf(place)
    expect(ids.size).toBe(count)
    expect(merged).toEqual([])
  })

  it('keeps the id that was minted under an earlier spelling', async () => {
    const { database, settings } = await createTestDatabase()
    const own = await createIngestWorld(database, settings)
    const run = async (name: string, change: (one: Observation) => Observation) => {
      const { observations } = await readSourceText(openstatesScraper, caseFolder(name))
      await own.run(
        observations.map((one) => [change(one)]),
        { name: 'openstates-scraper' },
      )
      return (await own.emitted()).filter(({ type }) => type === 'bill.introduced' || type === 'bill.merged')
    }
    const before = await run('N56/r1', underFormerKey('2026', 'HC 2'))
    expect(before).toHaveLength(2)
    expect(await run('N56/r2', (one) => one)).toEqual([])
  })

  it('becomes one, with a redirect, if earlier rules stored it as two', async () => {
    const { database, settings } = await createTestDatabase()
    const own = await createIngestWorld(database, settings)
    const run = async (name: string, change: (one: Observation) => Observation) => {
      const { observations } = await readSourceText(openstatesScraper, caseFolder(name))
      await own.run(
        observations.map((one) => [change(one)]),
        { name: 'openstates-scraper' },
      )
      return (await own.emitted()).map(({ type }) => type)
    }
    expect(await run('N13/de1', (one) => one)).toContain('bill.introduced')
    expect(await run('N13/de2', underFormerKey('153', 'SB 61 w/ SA 1'))).toContain('bill.introduced')
    expect(await run('N13/de2', (one) => one)).toContain('bill.merged')
  })
})
