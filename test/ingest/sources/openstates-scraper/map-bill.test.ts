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

describe('a scraped bill', () => {
  it('has its actions oldest first, in a stable order within a day', async () => {
    const actions = ['2026-01-12 b', '2026-01-12 a', '2026-01-10 z'].map((line) =>
      scrapedAction(line.slice(0, 10), line.slice(11)),
    )
    const order = async (listed: readonly unknown[]) =>
      (await readBill({ actions: listed })).parts.actions?.map(({ description }) => description).join('')
    expect(await order(actions)).toBe('zab')
    expect(await order(actions.toReversed())).toBe('zab')
  })

  it('reverses the actions of a single day only if the state lists the newest first', async () => {
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

  it('keeps an action that occurs twice on one day', async () => {
    const twice = scrapedAction('2026-01-12', 'Placed on calendar')
    expect((await readBill({ actions: [twice, twice] })).parts.actions).toHaveLength(2)
  })

  it('has dates in the local time of its state', async () => {
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

  it("keeps Alabama's printed days, which its scraper writes as midnight Eastern time", async () => {
    const jurisdiction = { division_id: 'ocd-division/country:us/state:al' }
    const actions = [
      scrapedAction('2026-01-13T05:00:00+00:00', 'winter'),
      scrapedAction('2026-06-25T04:00:00+00:00', 'summer'),
    ]
    const { parts } = await readBill({ actions, jurisdiction })
    expect(parts.actions?.map(({ date }) => date)).toEqual(['2026-01-13', '2026-06-25'])
  })

  it('distinguishes chambers, the executive, and committees by their pseudo-ids', async () => {
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

  it('has the spaces in its addresses encoded, but nothing encoded twice (Guam, Utah)', async () => {
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

  it('skips a version that is empty', async () => {
    expect(
      (await readBill({ versions: [{ note: '', date: '', classification: '', links: [] }] })).parts.versions,
    ).toEqual([])
  })

  it('names a related bill once, even if it is repeated (New York)', async () => {
    const related = { identifier: 'A1', legislative_session: '2023-2024', relation_type: 'prior-session' }
    expect((await readBill({ related_bills: [related, related] })).parts.related_bills).toEqual([
      { identifier: 'A1', session: '2023-2024', relation_type: 'prior-session' },
    ])
  })

  it('does not use a pseudo-id as the id of a sponsor', async () => {
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

  it('has one key for all spellings of its number, and keeps the printed number', async () => {
    const bill = await readBill({ identifier: '2ESSB 5157' })
    expect([bill.key, bill.parts.core?.identifier]).toEqual([`${WA}|2025-2026|SB5157`, '2ESSB 5157'])
  })

  it('is accepted in a session that is not listed', async () => {
    expect((await readBill({ legislative_session: '2099 Extraordinary' })).key).toBe(
      `${WA}|2099 Extraordinary|SB5157`,
    )
  })
})
