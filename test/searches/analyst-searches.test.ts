import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { realData } from '../support/harness/real-data.ts'
import { type AnalystWorld, createAnalystWorld, readRealBills } from './analyst-world.ts'

/** An analyst's search, its place, and bills (postal code and number) that it must and must not find. */
type Search = {
  readonly q: string
  readonly in?: string
  readonly finds: readonly string[]
  readonly not: readonly string[]
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as unknown
const searches = read('analyst-searches.json') as Search[]
const REAL = ['wa', 'de', 'ak', 'ut']

async function judge(world: AnalystWorld, search: Search): Promise<void> {
  const found = await world.search({
    q: search.q,
    ...(search.in === undefined ? {} : { jurisdiction: search.in }),
  })
  const names = found.map(({ place, identifier }) => `${place} ${identifier}`)
  expect(names).toEqual(expect.arrayContaining([...search.finds]))
  expect(search.not.filter((name) => names.includes(name))).toEqual([])
  for (const { passage } of found) expect(passage).not.toBeNull()
}

describe('the analyst searches over the bills that they name', async () => {
  const bills = read('named-bills.json') as Pick<BillCore, 'jurisdiction' | 'identifier'>[]
  const world = await createAnalystWorld(bills)

  it.each(searches)('find the right bills for "$q"', (search) => judge(world, search))

  it('name only bills that exist', () => {
    const names = new Set(
      bills.map(({ jurisdiction, identifier }) => `${jurisdiction.split(/[:/]/).at(-1)} ${identifier}`),
    )
    for (const { finds, not } of searches)
      for (const name of [...finds, ...not]) expect(names, name).toContain(name)
  })
})

describe.skipIf(realData('openstates-scraper/wa') === undefined)(
  'the analyst searches over all bills of four states and some of Congress',
  async () => {
    const bills = (await readRealBills(REAL)) ?? []
    const world = bills.length === 0 ? undefined : await createAnalystWorld(bills)

    it.each(searches)('find the right bills for "$q"', (search) => judge(world!, search))
  },
)
