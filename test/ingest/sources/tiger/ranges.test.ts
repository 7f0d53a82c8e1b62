import { describe, expect, it } from 'vitest'
import { tiger } from '../../../../ingest/sources/tiger/index.ts'
import { releasesIn } from '../../../support/source-records/address-objects.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { addrfeat, edges, type Files, table } from './county-files.ts'

const rangesIn = async (files: Files) =>
  releasesIn((await readSourceFiles(tiger, files)).items)[0]!.rowsOf('ranges')

/** The sides of the only release: `L Main St 102-100 E 59642`. */
async function sides(files: Files): Promise<string[]> {
  return (await rangesIn(files)).map(({ side, street, from, to, parity, zip5 }) =>
    [side, street, from && `${from}-${to}`, parity, zip5].filter(Boolean).join(' '),
  )
}

describe('an address range of TIGER/Line', () => {
  it('keeps its numbers in the direction of the line, and its side without numbers', async () => {
    const rows = [{ LFROMHN: '102', LTOHN: '100', PARITYL: 'E', ZIPL: '59642' }]
    expect(await sides(addrfeat(rows))).toEqual(['L Main St 102-100 E 59642', 'R Main St'])
  })

  it('is one row under each name of its segment', async () => {
    const numbers = { RFROMHN: '1101', RTOHN: '1199', PARITYR: 'O', ZIPR: '59645' }
    const rows = [
      { FULLNAME: 'Hwy 360', ...numbers },
      { FULLNAME: 'State Hwy 360', ...numbers },
    ]
    expect(await sides(addrfeat(rows))).toEqual([
      ...['L Hwy 360', 'R Hwy 360 1101-1199 O 59645'],
      ...['L State Hwy 360', 'R State Hwy 360 1101-1199 O 59645'],
    ])
  })

  it('is one of several on its side, and a repeated one is given once', async () => {
    const rows = [
      { LFROMHN: '102', LTOHN: '100', PARITYL: 'E', RFROMHN: '1', RTOHN: '9', PARITYR: 'O' },
      { LFROMHN: '198', LTOHN: '104', PARITYL: 'E', RFROMHN: '1', RTOHN: '9', PARITYR: 'O' },
    ]
    expect(await sides(addrfeat(rows))).toEqual([
      'L Main St 102-100 E',
      'R Main St 1-9 O',
      'L Main St 198-104 E',
    ])
  })

  it('has the line and the face of its side', async () => {
    const rows = await rangesIn(addrfeat([{ TLID: 7 }]))
    expect(rows.map(({ tlid, tfid, line }) => [tlid, tfid, line])).toEqual([
      [7, 11, [-110_000_000, 46_000_000, -110_000_000, 46_001_000]],
      [7, 12, [-110_000_000, 46_000_000, -110_000_000, 46_001_000]],
    ])
  })

  it('gets faces from EDGES if ADDRFEAT has none', async () => {
    const files = { ...addrfeat([{ TFIDL: 0, TFIDR: null }]), ...edges([{ TFIDL: 31, TFIDR: 32 }]) }
    const rows = await rangesIn(files)
    expect(rows.map(({ tfid }) => tfid)).toEqual([31, 32])
  })

  it('gets further names from FEATNAMES and further numbers from ADDR', async () => {
    const files = {
      ...addrfeat([{ LFROMHN: '1', LTOHN: '9', PARITYL: 'O', ZIPL: '59642' }]),
      ...table('featnames', [
        { TLID: 1, FULLNAME: 'Main St', MTFCC: 'S1400' },
        { TLID: 1, FULLNAME: 'US Hwy 12', MTFCC: 'S1200' },
        { TLID: 1, FULLNAME: 'Smith River', MTFCC: 'H3010' },
      ]),
      ...table('addr', [
        { TLID: 1, FROMHN: '1', TOHN: '9', SIDE: 'L', ZIP: '59642' },
        { TLID: 1, FROMHN: '20', TOHN: '28', SIDE: 'R', ZIP: '59642' },
      ]),
    }
    expect((await sides(files)).toSorted()).toEqual([
      ...['L Main St 1-9 O 59642', 'L US Hwy 12 1-9 O 59642'],
      ...['R Main St 20-28 E 59642', 'R US Hwy 12 20-28 E 59642'],
    ])
  })

  it('comes from EDGES for streets without numbers, and if ADDRFEAT is missing', async () => {
    const more = edges([
      { TLID: 1, FULLNAME: 'Main St', LFROMADD: '1', LTOADD: '99' },
      { TLID: 2, FULLNAME: 'Elk Ln' },
      { TLID: 3, FULLNAME: 'Smith River', MTFCC: 'H3010', ROADFLG: 'N' },
      { TLID: 4, FULLNAME: '' },
    ])
    expect(await sides({ ...addrfeat([{ LFROMHN: '1', LTOHN: '9', PARITYL: 'O' }]), ...more })).toEqual([
      ...['L Main St 1-9 O', 'R Main St', 'L Elk Ln', 'R Elk Ln'],
    ])
    expect(await sides(more)).toEqual(['L Main St 1-99 O', 'R Main St', 'L Elk Ln', 'R Elk Ln'])
  })
})
