import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../ingest/decide/canonicalize.ts'
import { diffBill } from '../../../ingest/diff/diff-bill.ts'
import { loadSource } from '../../../ingest/sources/registry.ts'
import { isRemoved, type StoredBill } from '../../../ingest/state/stored-entities.ts'

/** The bills of a case by identifier, in the form that ingest stores. */
async function billsOf(name: string, source: string): Promise<Map<string, StoredBill>> {
  const bills = new Map<string, StoredBill>()
  const input = { paths: [join(import.meta.dirname, name)], started_at: '2026-03-02T00:00:00Z' }
  for await (const item of (await loadSource(source)).read(input)) {
    expect(item.kind).not.toBe('rejected')
    if (item.kind !== 'observed') continue
    for (const { entity, key, parts } of item.group) {
      if (entity !== 'bill') continue
      const emitted = canonicalize('bill', parts)
      const { stored: held } = diffBill({
        ocd_id: `ocd-bill/${key}`,
        stored: null,
        parts: emitted,
        session: null,
      })
      if (held !== null && !isRemoved(held)) bills.set(held.core.identifier, held)
    }
  }
  return bills
}

const wayOf = (bill: StoredBill | undefined): string[] | undefined =>
  bill?.progress.map(({ status, detail }) => (detail === null ? status : `${status}/${detail}`))

describe('a Connecticut bill that is already numbered as a public act (N04b)', () => {
  it('is passed_both until the governor receives, vetoes or signs it', async () => {
    const bills = await billsOf('N04b', 'openstates-scraper')
    const passed = ['in_committee', 'passed_one_chamber', 'passed_both']
    expect(wayOf(bills.get('HB 5111'))).toEqual(passed)
    expect(wayOf(bills.get('HB 5112'))).toEqual([...passed, 'to_executive'])
    expect(wayOf(bills.get('HB 5113'))).toEqual([...passed, 'to_executive', 'vetoed'])
    expect(wayOf(bills.get('HB 5114'))).toEqual(passed)
    expect(wayOf(bills.get('HB 5115'))).toEqual([...passed, 'to_executive', 'enacted'])
    expect(bills.get('HB 5115')?.progress.at(-1)?.date).toBe('2026-05-18')
  })
})

describe("a Texas bill that is filed without the governor's signature (N05)", () => {
  it("is enacted, but a chamber's signature alone does not enact it", async () => {
    const bills = await billsOf('N05', 'openstates-scraper')
    expect(wayOf(bills.get('HB 201'))?.at(-1)).toBe('enacted/without_signature')
    expect(wayOf(bills.get('HB 202'))?.at(-1)).toBe('enacted/without_signature')
    expect(wayOf(bills.get('HB 203'))?.at(-1)).toBe('to_executive')
  })
})

describe('a measure that a House rule considers passed (N09)', () => {
  it('counts as passed, with or without an action code', async () => {
    const bills = await billsOf('N09', 'govinfo-billstatus')
    expect(wayOf(bills.get('HR 7009'))?.at(-1)).toBe('passed_one_chamber')
    expect(wayOf(bills.get('SCONRES 8'))?.at(-1)).toBe('adopted')
    expect(wayOf(bills.get('SCONRES 9'))?.at(-1)).toBe('adopted')
  })
})

describe('an action of the year 3013, 2106 or 0206 (N51)', () => {
  it('is stored as printed, is marked, and does not affect the dates of the bill', async () => {
    const bills = await billsOf('N51', 'openstates-scraper')
    for (const [identifier, date] of [
      ['HB 1', '3013-05-06'],
      ['HB 2', '0206-05-06'],
      ['HB 4', '2106-05-06'],
    ] as const) {
      const bill = bills.get(identifier)
      expect(bill?.core.introduced_on, identifier).toBe('2025-01-09')
      expect(bill?.progress.map((step) => step.date)).toEqual(['2025-01-09'])
      expect(bill?.actions.map((action) => [action.date, action.placed_on])).toEqual([
        ['2025-01-09', undefined],
        [date, '2025-01-09'],
      ])
    }
    expect(bills.get('HB 3')?.actions.map((action) => [action.date, action.placed_on])).toEqual([
      ['2025-01-09', undefined],
      ['2025-02-06', undefined],
    ])
  })
})
