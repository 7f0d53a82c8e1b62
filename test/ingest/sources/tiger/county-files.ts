import { shapefile, squareAt } from '../../../support/source-records/shapefiles.ts'

type Row = Readonly<Record<string, string | number | null>>
export type Files = Record<string, Buffer | string>

const NO_RANGE = {
  LFROMHN: '',
  LTOHN: '',
  RFROMHN: '',
  RTOHN: '',
  ZIPL: '',
  ZIPR: '',
  PARITYL: '',
  PARITYR: '',
}
const line = (nth: number) =>
  [
    [
      [-110_000_000 + nth * 1000, 46_000_000],
      [-110_000_000 + nth * 1000, 46_001_000],
    ],
  ] as const

/** Rows of ADDRFEAT of Meagher County, each on a line of its own. */
export const addrfeat = (rows: readonly Row[], county = '30059', vintage = '2021'): Files =>
  shapefile(`tl_${vintage}_${county}_addrfeat`, {
    kind: 'line',
    rows: rows.map((row) => ({ TLID: 1, TFIDL: 11, TFIDR: 12, FULLNAME: 'Main St', ...NO_RANGE, ...row })),
    shapes: rows.map((_, nth) => line(nth)),
  })

export const edges = (rows: readonly Row[]): Files =>
  shapefile('tl_2021_30059_edges', {
    kind: 'line',
    rows: rows.map((row) => ({
      TLID: 1,
      TFIDL: 0,
      TFIDR: 0,
      MTFCC: 'S1400',
      FULLNAME: '',
      ROADFLG: 'Y',
      LFROMADD: '',
      LTOADD: '',
      RFROMADD: '',
      RTOADD: '',
      ZIPL: '',
      ZIPR: '',
      ...row,
    })),
    shapes: rows.map((_, nth) => line(50 + nth)),
  })

/** A table alone, as faces, names and numbers come. */
export const table = (layer: string, rows: readonly Row[]): Files =>
  shapefile(`tl_2021_30059_${layer}`, { rows })

export const face = (row: Row): Row => ({
  TFID: 11,
  STATEFP: '30',
  COUNTYFP: '059',
  COUSUBFP: '92500',
  PLACEFP: '',
  SLDUST: '014',
  SLDLST: '028',
  CD116FP: '00',
  INTPTLAT: '+46.5480000',
  INTPTLON: '-110.9030000',
  LWFLAG: 'L',
  ...row,
})

export const places = (...rows: readonly Row[]): Files =>
  shapefile('tl_2021_30_place', {
    rows: rows.map((row) => ({
      STATEFP: '30',
      PLACEFP: '79825',
      GEOID: '3079825',
      NAME: 'White Sulphur Springs',
      NAMELSAD: 'White Sulphur Springs city',
      CLASSFP: 'C1',
      ...row,
    })),
    shapes: rows.map((_, nth) => [squareAt(-111_000_000 + nth * 100_000, 46_000_000, 50_000)]),
  })

export const senate = (code: string): Files =>
  shapefile('tl_2021_30_sldu', {
    rows: [
      {
        STATEFP: '30',
        SLDUST: code,
        GEOID: `30${code}`,
        NAMELSAD: `State Senate District ${Number(code)}`,
        LSY: '2020',
      },
    ],
    shapes: [[squareAt(-111_000_000, 46_000_000)]],
  })
