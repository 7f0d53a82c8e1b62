import { describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { pseudoId, scrapedAction, scrapedBill } from '../../../support/source-records/scraper-records.ts'

const WA = 'ocd-division/country:us/state:wa'
const read = (files: Readonly<Record<string, unknown>>) => readSourceFiles(openstatesScraper, files)
const readBill = async (fields: Readonly<Record<string, unknown>>) => {
  const { observations, rejections } = await read({ 'wa/bill_1.json': scrapedBill(fields) })
  expect(rejections).toEqual([])
  const [bill] = observations
  if (bill?.entity !== 'bill') throw new Error('no bill')
  return bill
}

describe('a bill', () => {
  it('orders actions oldest first, stable within a day, whichever way they are listed', async () => {
    const actions = ['2026-01-12 b', '2026-01-12 a', '2026-01-10 z'].map((line) =>
      scrapedAction(line.slice(0, 10), line.slice(11)),
    )
    const order = async (listed: readonly unknown[]) =>
      (await readBill({ actions: listed })).parts.actions?.map(({ description }) => description).join('')
    expect(await order(actions)).toBe('zab')
    expect(await order(actions.toReversed())).toBe('zab')
  })

  it('turns a single day round only where the place lists the newest first', async () => {
    const actions = ['second', 'first'].map((text) => scrapedAction('2026-01-12', text))
    const order = async (place: string) => {
      const division_id = `ocd-division/country:us/state:${place}`
      return (await readBill({ actions, jurisdiction: { division_id } })).parts.actions?.map(
        ({ description }) => description,
      )
    }
    expect(await order('nc')).toEqual(['first', 'second'])
    expect(await order('wa')).toEqual(['second', 'first'])
  })

  it('keeps an action that stands twice on one day', async () => {
    const twice = scrapedAction('2026-01-12', 'Placed on calendar')
    expect((await readBill({ actions: [twice, twice] })).parts.actions).toHaveLength(2)
  })

  it('says days as the people there do', async () => {
    const actions = [
      scrapedAction('2025-02-04', 'a'),
      scrapedAction('2025-02-05T08:00:00+00:00', 'b'),
      scrapedAction('2025-02-07T01:30:00+00:00', 'c'),
    ]
    expect((await readBill({ actions })).parts.actions?.map(({ date }) => date)).toEqual([
      '2025-02-04',
      '2025-02-05',
      '2025-02-06T17:30:00-08:00',
    ])
  })

  it("says Alabama's days as printed, though its scraper writes them as midnight in the East", async () => {
    const jurisdiction = { division_id: 'ocd-division/country:us/state:al' }
    const actions = [
      scrapedAction('2026-01-13T05:00:00+00:00', 'winter'),
      scrapedAction('2026-06-25T04:00:00+00:00', 'summer'),
    ]
    const { parts } = await readBill({ actions, jurisdiction })
    expect(parts.actions?.map(({ date }) => date)).toEqual(['2026-01-13', '2026-06-25'])
  })

  it('tells chambers, the executive and committees apart by their pseudo-ids', async () => {
    const of = (fields: Readonly<Record<string, string>>) =>
      scrapedAction('2026-01-12', 'x', [], pseudoId(fields))
    const { actions } = (
      await readBill({
        actions: [
          of({ classification: 'lower' }),
          of({ classification: 'executive' }),
          of({ name: 'Rules', classification: 'committee', parent__classification: 'upper' }),
        ],
      })
    ).parts
    expect(actions?.map(({ chamber, organization }) => [chamber, organization])).toEqual([
      ['lower', null],
      [null, 'executive'],
      ['upper', 'Rules'],
    ])
  })

  it('encodes spaces in addresses and nothing that is encoded (Guam, Utah)', async () => {
    const { versions } = (
      await readBill({
        versions: [
          {
            note: 'Introduced',
            date: '',
            classification: '',
            links: [{ url: 'https://x.gov/Bill No. 1 %20é.pdf', media_type: 'application/pdf' }],
          },
        ],
      })
    ).parts
    expect(versions).toEqual([
      {
        note: 'Introduced',
        date: null,
        classification: '',
        text: null,
        links: [{ url: 'https://x.gov/Bill%20No.%201%20%20%C3%A9.pdf', media_type: 'application/pdf' }],
      },
    ])
  })

  it('leaves out a version that is empty', async () => {
    expect(
      (await readBill({ versions: [{ note: '', date: '', classification: '', links: [] }] })).parts.versions,
    ).toEqual([])
  })

  it('names a related bill once (New York repeats them)', async () => {
    const related = { identifier: 'A1', legislative_session: '2023-2024', relation_type: 'prior-session' }
    expect((await readBill({ related_bills: [related, related] })).parts.related_bills).toEqual([
      { identifier: 'A1', session: '2023-2024', relation_type: 'prior-session' },
    ])
  })

  it('keeps no pseudo-id as the id of a sponsor', async () => {
    const sponsor = (person_id: string | null) => ({
      name: 'Burnett',
      classification: 'primary',
      entity_type: 'person',
      primary: true,
      person_id,
      organization_id: null,
    })
    const { sponsors } = (
      await readBill({ sponsorships: [sponsor(pseudoId({ name: 'Burnett' })), sponsor('ocd-person/1')] })
    ).parts
    expect(sponsors?.map(({ source_id }) => source_id)).toEqual([null, 'ocd-person/1'])
  })

  it('has one key in all spellings of its number, and is shown as printed', async () => {
    const bill = await readBill({ identifier: '2ESSB 5157' })
    expect([bill.key, bill.parts.core?.identifier]).toEqual([`${WA}|2025-2026|SB5157`, '2ESSB 5157'])
  })

  it('accepts a session that nobody has listed', async () => {
    expect((await readBill({ legislative_session: '2099 Extraordinary' })).key).toBe(
      `${WA}|2099 Extraordinary|SB5157`,
    )
  })
})
