import { describe, expect, it } from 'vitest'
import { openstatesBulk } from '../../../../ingest/sources/openstates-bulk/index.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'
import { scrapedBill, scrapedVote } from '../../../support/source-records/scraper-records.ts'

const read = (files: Readonly<Record<string, unknown>>) => readSourceFiles(openstatesBulk, files)

/** A scraped record as the formatter writes it. */
function formatted(fields: Readonly<Record<string, unknown>>, written_at = '2026-07-21T18:54:11Z') {
  const { _id, scraped_at, ...rest } = fields
  return { ...rest, _processing: { logs_latest_update: written_at } }
}
const CONGRESS = { division_id: 'ocd-division/country:us' }

describe('a bill of a bulk repository', () => {
  it('has the same key as the scraped bill, and the date of its newest file', async () => {
    const { of, rejections } = await read({ 'wa/metadata.ndjson': [formatted(scrapedBill())] })
    expect(rejections).toEqual([])
    const [bill] = of('bill')
    expect(bill).toMatchObject({
      key: 'ocd-division/country:us/state:wa|2025-2026|SB5157',
      observed_at: '2026-07-21T18:54:11Z',
    })
    expect(JSON.stringify(bill!.parts)).not.toContain('_processing')
  })

  it('is read from a tree of files as from lines, and its log files are ignored', async () => {
    const folder = 'wa-legislation-main/country:us/state:wa/sessions/2025-2026/bills/SB5157'
    const { items, of } = await read({
      [`${folder}/metadata.json`]: formatted(scrapedBill()),
      [`${folder}/logs/20260112T000000Z_first_reading.json`]: { action: {} },
    })
    expect(items).toHaveLength(1)
    expect(of('bill')).toHaveLength(1)
  })

  it('is rejected with both numbers if it is in the folder of another bill (I3)', async () => {
    const folder = 'country:us/state:ca/sessions/20192020/bills'
    const record = formatted(
      scrapedBill({ jurisdiction: { division_id: 'ocd-division/country:us/state:ca' }, identifier: 'SB 73' }),
    )
    const { rejections, of } = await read({
      [`${folder}/AB73/metadata.json`]: record,
      [`${folder}/SB73/metadata.json`]: record,
    })
    expect(rejections.map(({ detail }) => detail)).toEqual([
      'identifier is "SB 73", not the bill of its folder, AB73',
    ])
    expect(of('bill')).toHaveLength(1)
  })

  it('gives sponsors of Congress their separately listed ids, unless an id is missing', async () => {
    const sponsor = (name: string, primary: boolean) => ({
      name,
      primary,
      classification: 'x',
      entity_type: 'person',
    })
    const bill = (extras: object) =>
      formatted(
        scrapedBill({
          jurisdiction: CONGRESS,
          legislative_session: '119',
          sponsorships: [sponsor('Ann Lee', true), sponsor('Bo Ray', false), sponsor('Cy Fox', false)],
          extras,
        }),
      )
    const idsOf = async (extras: object) =>
      (await read({ 'usa/metadata.json': bill(extras) }))
        .of('bill')[0]!
        .parts.sponsors!.map(({ source_id }) => source_id)
    expect(
      await idsOf({ sponsor_bioguides: ['L000001'], cosponsor_bioguides: ['R000002', 'F000003'] }),
    ).toEqual(['L000001', 'R000002', 'F000003'])
    expect(await idsOf({ sponsor_bioguides: ['L000001'], cosponsor_bioguides: ['R000002'] })).toEqual([
      'L000001',
      null,
      null,
    ])
  })
})

describe('a roll call of a bulk repository', () => {
  it('names its bill by number, because its uuid exists nowhere', async () => {
    const vote = {
      ...formatted(scrapedVote({ bill: 'aaaa1111-0000-11f1-8000-000000000000' })),
      bill_identifier: 'SB 5157',
    }
    const { of } = await read({ 'wa/vote_event.ndjson': [vote] })
    expect(of('vote')[0]!.bill).toMatchObject({ key: 'ocd-division/country:us/state:wa|2025-2026|SB5157' })
  })

  it('is recognized among the action logs by both styles of file name', async () => {
    const vote = { ...formatted(scrapedVote()), bill_identifier: 'SB 5157' }
    const logs = 'country:us/state:wa/sessions/2025-2026/bills/SB5157/logs'
    const { of } = await read({
      [`${logs}/20260217T181614Z_vote_event_fail.json`]: { ...vote, motion_text: 'a' },
      [`${logs}/20260217T183220Z.vote_event.pass.upper.json`]: { ...vote, motion_text: 'b' },
      [`${logs}/20260217T183225Z.classification.passage.upper.json`]: {},
    })
    expect(of('vote')).toHaveLength(2)
  })

  it('is dated by the newest bill beside it, so that old data stays old', async () => {
    const { of } = await read({
      'wa/metadata.ndjson': [
        formatted(scrapedBill(), '2026-07-01T00:00:00Z'),
        formatted(scrapedBill({ identifier: 'SB 2' })),
      ],
      'wa/vote_event.ndjson': [formatted(scrapedVote())],
      'wa/sessions.json': { '2025-2026': { name: '2025-2026 Regular Session', date_folder: '2025-2026' } },
    })
    expect([of('vote')[0]!.observed_at, of('session')[0]!.observed_at]).toEqual([
      '2026-07-21T18:54:11Z',
      '2026-07-21T18:54:11Z',
    ])
  })

  it('of Congress is identified by number and year, and its voters by their ids', async () => {
    const vote = formatted(
      scrapedVote({
        start_date: '2026-04-16T16:06:00+00:00',
        extras: { 'house-rollcall-num': '114' },
        organization: '~{"classification": "lower"}',
        legislative_session: '119',
        votes: [{ option: 'yes', voter_name: 'Adams', voter_id: '~{"name": "Adams"}', note: 'A000370' }],
      }),
    )
    const [observed] = (
      await read({ 'usa/vote_event.ndjson': [{ ...vote, bill_identifier: 'HCONRES 40' }] })
    ).of('vote')
    expect(observed!.also_keys).toEqual(['roll|ocd-division/country:us|119|lower|2026|114'])
    expect(observed!.parts.vote!.votes[0]).toMatchObject({ source_id: 'A000370', note: '' })
  })

  it('is rejected if its folder names no place', async () => {
    const { rejections } = await read({ 'somewhere/vote_event.ndjson': [formatted(scrapedVote())] })
    expect(rejections.map(({ reason }) => reason)).toEqual(['jurisdiction_unknown'])
  })
})

const real = realData('govbot-formatted')
describe.skipIf(real === undefined)('the bulk repositories of Congress, Colorado, Maine, and Wyoming', () => {
  it('are all read', async () => {
    const places = NIGHTLY ? ['usa', 'co', 'me', 'wy'] : ['co', 'wy']
    const { of, rejections } = await readSourceText(
      openstatesBulk,
      ...places.map((place) => `${real}/${place}`),
    )
    expect(rejections).toEqual([])
    const counts = [of('bill').length, of('vote').length, of('session').length]
    expect(counts).toEqual(NIGHTLY ? [9419, 3639, 52] : [1049, 3519, 40])
    for (const entity of ['bill', 'vote'] as const) {
      expect(new Set(of(entity).map(({ key }) => key)).size, entity).toBe(of(entity).length)
    }
  })

  it('contain the same bills as a tree of files', async () => {
    const tree = await readSourceText(openstatesBulk, `${real}/tree-sample`)
    const lines = await readSourceText(openstatesBulk, `${real}/wy`)
    expect(tree.of('bill').map(({ key }) => key)).toEqual([
      'ocd-division/country:us/state:wy|2026|HB7',
      'ocd-division/country:us/state:wy|2026|SF1',
    ])
    for (const bill of tree.of('bill')) {
      expect(lines.of('bill').find(({ key }) => key === bill.key)?.parts).toEqual(bill.parts)
    }
  })
})
