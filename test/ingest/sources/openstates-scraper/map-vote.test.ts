import { describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { readSourceFiles, readSourceText, STARTED_AT } from '../../../support/source-records/read-source.ts'
import {
  OTHER_RUN,
  pseudoId,
  scrapedBill,
  scrapedId,
  scrapedJurisdiction,
  scrapedVote,
} from '../../../support/source-records/scraper-records.ts'

const WA = 'ocd-division/country:us/state:wa'
const JURISDICTION = {
  'wa/jurisdiction_ocd-jurisdiction-country:us-state:wa-government.json': scrapedJurisdiction,
}
const read = (files: Readonly<Record<string, unknown>>) => readSourceFiles(openstatesScraper, files)

describe('a scraped vote', () => {
  const readVote = async (fields: Readonly<Record<string, unknown>>, bills: readonly unknown[] = []) => {
    const run = await read({
      ...JURISDICTION,
      'wa/bill.ndjson': bills,
      'wa/vote_event_1.json': scrapedVote(fields),
    })
    expect(run.rejections).toEqual([])
    return run.of('vote')[0]!
  }

  it('names its bill by number, even if its uuid matches nothing (Delaware SB 51)', async () => {
    expect((await readVote({})).bill).toEqual({
      key: `${WA}|2025-2026|SB5157`,
      identifier: 'SB 5157',
      jurisdiction: WA,
      session: '2025-2026',
    })
  })

  it('names its bill by pseudo-id (Idaho)', async () => {
    const bill = pseudoId({
      from_organization__classification: 'upper',
      identifier: 'S 1221',
      legislative_session__identifier: '2025-2026',
    })
    expect((await readVote({ bill, bill_identifier: null })).bill?.key).toBe(`${WA}|2025-2026|S1221`)
  })

  it('finds its bill by uuid if nothing else identifies the bill', async () => {
    const _id = scrapedId()
    expect(
      (await readVote({ bill: _id, bill_identifier: '' }, [scrapedBill({ _id })])).bill?.identifier,
    ).toBe('SB 5157')
  })

  it('belongs to the bill of its uuid, and a different session is disputed (N02)', async () => {
    const run = await readSourceText(openstatesScraper, caseFolder('N02'))
    const MA = 'ocd-division/country:us/state:ma'
    const [taken_back, vote] = run.of('vote')
    expect(vote?.bill).toEqual({
      key: `${MA}|194th|S15`,
      session: '194th',
      identifier: 'S 15',
      jurisdiction: MA,
    })
    expect(vote?.parts.vote?.session).toBe('194th')
    expect(vote?.parts.vote?.extras.disputed).toEqual({ bill: { session: '193rd', identifier: 'S 15' } })
    expect([taken_back?.key, taken_back?.removed]).toEqual([
      `${MA}|193rd|S15|ma-n02`,
      'it is of S 15 of 194th',
    ])
  })

  it('belongs to the session beside the number of its bill if no uuid is found', async () => {
    expect((await readVote({ bill_legislative_session: '2023-2024' })).bill?.key).toBe(
      `${WA}|2023-2024|SB5157`,
    )
  })

  it('is kept without a bill if the bill is not found', async () => {
    const vote = await readVote({ bill: scrapedId(), bill_identifier: '' })
    expect(vote.bill).toBeNull()
    expect(vote.key.startsWith(`${WA}|2025-2026|`)).toBe(true)
  })

  it('keeps the reported counts even if they do not match the voters (Arizona, Alaska)', async () => {
    const counts = [
      { option: 'yes', value: 77 },
      { option: 'not voting', value: 3 },
    ]
    const vote = await readVote({ counts, votes: [] })
    expect(vote.parts.vote?.counts).toEqual(counts)
    expect(vote.parts.vote?.votes).toEqual([])
  })

  it('keeps an option that is not in our vocabulary as text', async () => {
    const vote = await readVote({ votes: [{ option: 'Guilty', voter_name: 'Alvarado', note: '' }] })
    expect(vote.parts.vote?.votes[0]).toMatchObject({ option: 'other', option_text: 'Guilty' })
  })

  it('is dated by the time in its uuid', async () => {
    expect((await readVote({ _id: scrapedId(OTHER_RUN, 9) })).observed_at).toMatch(
      /^2026-08-22T09:00:00\.\d{6}Z$/,
    )
  })

  it('is dated by the newest time in its folder, or else by the run, if its uuid has no time', async () => {
    expect((await readVote({ _id: 'x' }, [scrapedBill()])).observed_at).toBe('2026-08-22T07:22:36+00:00')
    expect((await readVote({ _id: 'x' })).observed_at).toBe(STARTED_AT)
  })
})
