import { describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'
import {
  OTHER_RUN,
  scrapedAction,
  scrapedBill,
  scrapedId,
  scrapedVote,
} from '../../../support/source-records/scraper-records.ts'

const WA = 'ocd-division/country:us/state:wa'
const read = (files: Readonly<Record<string, unknown>>) => readSourceFiles(openstatesScraper, files)

describe('copies of scraped records', () => {
  it('are recognized in a folder whose place only its bills name', async () => {
    const run = await read({
      'x/bill_1.json': scrapedBill(),
      'x/bill_2.json': scrapedBill({ _id: scrapedId() }),
      'x/vote_event_1.json': scrapedVote(),
    })
    expect([run.of('bill').length, run.of('vote').length, run.copies]).toEqual([1, 1, { bill: 1 }])
    expect(run.of('vote')[0]?.jurisdiction).toBe(WA)
  })

  it('from one run are one record, whatever their ids and times (Guam has three of each)', async () => {
    const run = await read({
      'wa/bill.ndjson': [0, 1, 2].map((second) =>
        scrapedBill({ _id: scrapedId(), scraped_at: `2026-08-22T07:22:3${second}+00:00` }),
      ),
    })
    expect(run.of('bill')).toHaveLength(1)
    expect(run.copies).toEqual({ bill: 2 })
  })

  it('from other runs are one record (Nebraska keeps eight, Utah two)', async () => {
    const run = await read({
      'wa/bill.ndjson': [
        scrapedBill(),
        scrapedBill({ _id: scrapedId(OTHER_RUN), scraped_at: '2026-08-23T07:22:36+00:00' }),
      ],
      'wa/vote_event.ndjson': [
        scrapedVote(),
        scrapedVote({ _id: scrapedId(OTHER_RUN), bill: scrapedId(OTHER_RUN) }),
      ],
    })
    expect([run.of('bill').length, run.of('vote').length]).toEqual([1, 1])
    expect(run.copies).toEqual({ bill: 1, vote: 1 })
  })

  it('are not merged across a change, including a change back', async () => {
    const revision = (title: string, day: number, run: string) =>
      scrapedBill({ title, _id: scrapedId(run), scraped_at: `2026-08-${day}T07:00:00+00:00` })
    const run = await read({
      'wa/bill.ndjson': [
        revision('A', 20, '90ab-000000000001'),
        revision('B', 21, '90ab-000000000002'),
        revision('A', 22, '90ab-000000000003'),
        revision('A', 23, '90ab-000000000004'),
      ],
    })
    expect(
      run.of('bill').map(({ parts, observed_at }) => [parts.core?.title, observed_at.slice(0, 10)]),
    ).toEqual([
      ['A', '2026-08-20'],
      ['B', '2026-08-21'],
      ['A', '2026-08-22'],
    ])
    expect(run.copies).toEqual({ bill: 1 })
  })
})

describe('scraped records that share a number', () => {
  it('are two bills in one group if their addresses differ in one run (ten in the Northern Marianas)', async () => {
    const at = (legID: number) => ({
      title: `Bill ${legID}`,
      sources: [{ url: `https://cnmileg.net/leg_sts.asp?legID=${legID}&secID=2`, note: '' }],
    })
    const run = await read({
      'wa/bill.ndjson': [scrapedBill(at(19809)), scrapedBill({ identifier: 'SB 1' }), scrapedBill(at(19896))],
    })
    const group = run.items.find((item) => item.kind === 'observed' && item.group.length > 1)
    expect(
      group?.kind === 'observed' && group.group.map(({ discriminator }) => discriminator?.slice(-14)),
    ).toEqual(['ID=19809&secID', 'ID=19896&secID'].map((text) => `${text.slice(-12)}=2`))
    expect(
      new Set(
        run
          .of('bill')
          .slice(-2)
          .map(({ key }) => key),
      ).size,
    ).toBe(1)
    expect(run.copies).toEqual({})
  })

  it('are one bill with the fullest record if both chambers list it, and differences are kept (N12b)', async () => {
    const run = await readSourceText(openstatesScraper, caseFolder('N12b'))
    expect([run.of('bill').length, run.rejections, run.copies]).toEqual([1, [], { bill: 1 }])
    const { core, actions } = run.of('bill')[0]!.parts
    expect([core?.chamber, actions?.length]).toEqual(['lower', 2])
    expect(core?.extras.disputed).toEqual({ chamber: ['upper'] })
  })

  it('are one bill in any order if they share an address and a time', async () => {
    const action = (text: string) => scrapedAction('2026-01-12', text)
    const listed = [
      scrapedBill({ title: 'A', actions: [action('one'), action('two')], subject: [] }),
      scrapedBill({ title: 'B', actions: [action('other')], subject: ['FERRIES'] }),
      scrapedBill({ title: 'A', actions: [action('one'), action('two')], subject: [] }),
    ]
    const forth = await read({ 'wa/bill.ndjson': listed })
    const back = await read({ 'wa/bill.ndjson': listed.toReversed() })
    expect([forth.of('bill').length, forth.rejections, forth.copies]).toEqual([1, [], { bill: 2 }])
    expect(forth.of('bill')[0]?.parts).toEqual(back.of('bill')[0]?.parts)
    const { core, actions } = forth.of('bill')[0]!.parts
    expect([core?.title, core?.subjects, actions?.length]).toEqual(['A', ['FERRIES'], 2])
    expect(core?.extras.disputed).toMatchObject({ title: ['B'], actions: [{ description: 'other' }] })
  })

  it('follow each other by time if they share an address', async () => {
    const run = await read({
      'wa/bill.ndjson': [
        scrapedBill({ title: 'B', scraped_at: '2026-08-22T08:00:00+00:00' }),
        scrapedBill({ title: 'A' }),
      ],
    })
    expect(run.of('bill').map(({ parts }) => parts.core?.title)).toEqual(['A', 'B'])
  })

  it('stay separate if they are several votes (Virginia, 762)', async () => {
    const run = await read({
      'va/vote_event.ndjson': [
        scrapedVote({ identifier: 'H02', motion_text: 'Placed on Agenda', votes: [] }),
        scrapedVote({ identifier: 'H02', motion_text: 'Passed House', votes: [] }),
        scrapedVote({
          identifier: 'H02',
          motion_text: 'Passed House',
          votes: [],
          sources: [{ url: 'https://lis.virginia.gov/5504', note: '' }],
        }),
      ],
    })
    expect(new Set(run.of('vote').map(({ key }) => key)).size).toBe(3)
  })

  it('are observed together if they are indistinguishable roll calls on one motion', async () => {
    const run = await read({ 'wa/vote_event.ndjson': [scrapedVote(), scrapedVote({ result: 'fail' })] })
    expect(run.items.map((item) => item.kind === 'observed' && item.group.length)).toEqual([2])
  })

  it('are distinguished by their dedupe key before anything else', async () => {
    const run = await read({
      'wa/vote_event.ndjson': [
        scrapedVote({ dedupe_key: 'one' }),
        scrapedVote({ dedupe_key: 'two' }),
        scrapedVote({ dedupe_key: 'one', _id: scrapedId(OTHER_RUN) }),
      ],
    })
    expect(run.of('vote').map(({ key }) => key.split('|').at(-1))).toEqual(['one', 'two'])
    expect(run.copies).toEqual({ vote: 1 })
  })
})
