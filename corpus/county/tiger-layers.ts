import { COUNTY_CODE, STATE_CODE } from './codes.ts'
import type { Faces } from './faces.ts'
import { outlineOf } from './outline.ts'
import { numbersOf, type Segment, type Side, streetNamesOf } from './segments.ts'
import type { DbfRow } from './shapefile/dbf.ts'
import type { Layer } from './shapefile/write-shapefile.ts'

const text = (name: string, length: number) => ({ name, type: 'C', length }) as const
const whole = (name: string, length: number) => ({ name, type: 'N', length }) as const

/** Address ranges. A road with two names comes twice, as it does at the Census. */
export function addrfeatLayer(segments: readonly Segment[]): Layer {
  return {
    kind: 'line',
    columns: [
      whole('TLID', 10),
      whole('TFIDL', 10),
      whole('TFIDR', 10),
      text('FULLNAME', 100),
      text('LFROMHN', 12),
      text('LTOHN', 12),
      text('RFROMHN', 12),
      text('RTOHN', 12),
      text('ZIPL', 5),
      text('ZIPR', 5),
      text('PARITYL', 1),
      text('PARITYR', 1),
    ],
    features: segments.flatMap((segment) =>
      streetNamesOf(segment).map((name) => ({ shape: [segment.line], row: addrfeatRow(segment, name) })),
    ),
  }
}

function addrfeatRow(segment: Segment, name: string): DbfRow {
  const range = (which: 'L' | 'R', side: Side): DbfRow => {
    const { from, to } = numbersOf(segment, side)
    return {
      [`TFID${which}`]: side.face.tfid,
      [`${which}FROMHN`]: from,
      [`${which}TOHN`]: to,
      [`ZIP${which}`]: side.zip5,
      [`PARITY${which}`]: side.parity,
    }
  }
  return { TLID: segment.tlid, FULLNAME: name, ...range('L', segment.left), ...range('R', segment.right) }
}

export function edgesLayer(segments: readonly Segment[]): Layer {
  return {
    kind: 'line',
    columns: [
      whole('TLID', 10),
      whole('TFIDL', 10),
      whole('TFIDR', 10),
      text('FULLNAME', 100),
      text('ROADFLG', 1),
      text('MTFCC', 5),
    ],
    features: segments.map(({ tlid, line, left, right, street }) => ({
      shape: [line],
      row: {
        TLID: tlid,
        TFIDL: left.face.tfid,
        TFIDR: right.face.tfid,
        FULLNAME: street.name,
        ROADFLG: 'Y',
        MTFCC: 'S1400',
      },
    })),
  }
}

export function facesLayer({ all }: Faces): Layer {
  return {
    kind: 'area',
    columns: [
      whole('TFID', 10),
      text('STATEFP', 2),
      text('COUNTYFP', 3),
      text('PLACEFP', 5),
      text('SLDUST', 3),
      text('SLDLST', 3),
      text('CD118FP', 2),
      text('LWFLAG', 1),
    ],
    features: all.map(({ tfid, cells, place, codes }) => ({
      shape: outlineOf(cells),
      row: {
        TFID: tfid,
        STATEFP: STATE_CODE,
        COUNTYFP: COUNTY_CODE,
        PLACEFP: place?.code ?? '',
        SLDUST: codes.upper,
        SLDLST: codes.lower,
        CD118FP: codes.congress,
        LWFLAG: 'L',
      },
    })),
  }
}
