import { describe, expect, it } from 'vitest'
import { legiscan } from '../../../../ingest/sources/legiscan/index.ts'
import { billOf, personOf, session } from '../../../support/source-records/legiscan-records.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

describe('an answer of the LegiScan API', () => {
  it('that is an error is rejected with the message of LegiScan', async () => {
    const { rejections } = await readSourceFiles(legiscan, {
      'a.json': { status: 'ERROR', alert: { message: 'Invalid API key' } },
    })
    expect(rejections.map(({ detail }) => detail)).toEqual([
      'status is "ERROR": LegiScan says: Invalid API key',
    ])
  })

  it('that only lists what to request is skipped', async () => {
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
  ])('loses only a bill with a bad field, and the rejection names the field: %o', async (fields, detail) => {
    const { of, rejections } = await readSourceFiles(legiscan, {
      'a.json': [{ bill: billOf(1, fields) }, { bill: billOf(2) }],
    })
    expect(rejections.map((one) => one.detail)).toEqual([detail])
    expect(of('bill')).toHaveLength(1)
  })

  it('from an unknown place is rejected for that reason', async () => {
    const { rejections } = await readSourceFiles(legiscan, { 'a.json': { bill: billOf(1, { state: 'XX' }) } })
    expect(rejections.map(({ reason }) => reason)).toEqual(['jurisdiction_unknown'])
  })

  it('is dated by the name of its data set, and can come in an envelope', async () => {
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
