import { describe, expect, it } from 'vitest'
import { legiscan } from '../../../../ingest/sources/legiscan/index.ts'
import { billOf, personOf, session } from '../../../support/source-records/legiscan-records.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

describe('an answer of the LegiScan API', () => {
  it('that is an error is set aside with the words of LegiScan', async () => {
    const { rejections } = await readSourceFiles(legiscan, {
      'a.json': { status: 'ERROR', alert: { message: 'Invalid API key' } },
    })
    expect(rejections.map(({ detail }) => detail)).toEqual([
      'status is "ERROR": LegiScan says: Invalid API key',
    ])
  })

  it('that lists what to ask for is passed over', async () => {
    const { observations, passed_over } = await readSourceFiles(legiscan, {
      'master.json': { status: 'OK', masterlist: { session, 0: { bill_id: 1, change_hash: 'a' } } },
      'text.json': { text: { doc_id: 1, doc: '' } },
      'people.json': { sessionpeople: { session, people: [personOf(7, 'Clint Crowe')] } },
    })
    expect(observations).toEqual([])
    expect(passed_over.map(([file]) => file).toSorted()).toEqual(['master.json', 'people.json', 'text.json'])
  })

  it.each([
    [{ bill_id: 'x' }, 'bill_id is "x", not an id'],
    [{ bill_number: '' }, 'bill_number is "", not a text'],
    [{ texts: 'none' }, 'texts is "none", not a list'],
  ])('with a bad field is set aside by that field, and the others are read: %o', async (fields, detail) => {
    const { of, rejections } = await readSourceFiles(legiscan, {
      'a.json': [{ bill: billOf(1, fields) }, { bill: billOf(2) }],
    })
    expect(rejections.map((one) => one.detail)).toEqual([detail])
    expect(of('bill')).toHaveLength(1)
  })

  it('of a place that nobody knows is set aside as such', async () => {
    const { rejections } = await readSourceFiles(legiscan, { 'a.json': { bill: billOf(1, { state: 'XX' }) } })
    expect(rejections.map(({ reason }) => reason)).toEqual(['jurisdiction_unknown'])
  })

  it('is dated by the day in the name of its data set, which may stand in an envelope of its own', async () => {
    const zip = await zipArchive({
      'GA/2025-2026_Regular_Session/bill/HB1.json': JSON.stringify({ bill: billOf(1) }),
    })
    const dated = await readSourceFiles(legiscan, {
      'GA_2025-2026_Regular_Session_JSON_20260301_0123456789abcdef.zip': zip,
    })
    expect(dated.of('bill')[0]!.observed_at).toBe('2026-03-01T00:00:00Z')
    const wrapped = await readSourceFiles(legiscan, {
      'set.json': { status: 'OK', dataset: { zip: zip.toString('base64') } },
    })
    expect(wrapped.of('bill')).toHaveLength(1)
    expect(wrapped.rejections).toEqual([])
  })
})
