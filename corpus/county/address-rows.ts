import type { AddressRow } from '../../schemas/address-rows/address-rows.ts'
import { cornerAt } from './grid.ts'
import { numbersOf, streetNamesOf } from './segments.ts'
import { type CountySite, cityAt, codeAt, pointAt, zipAt } from './sites.ts'
import type { County } from './write-county.ts'

/** Ranges of a copy of a county, as the source of the Census writes them. A road with two names comes twice. */
export function* rangeRowsOf(
  { segments }: Pick<County, 'segments'>,
  site: CountySite,
): Generator<AddressRow['ranges']> {
  for (const segment of segments) {
    const line = segment.line.flatMap((point) => pointAt(site, point))
    for (const street of streetNamesOf(segment)) {
      for (const [side, on] of [
        ['L', segment.left],
        ['R', segment.right],
      ] as const) {
        yield {
          tlid: segment.tlid + site.first_id,
          side,
          tfid: on.face.tfid + site.first_id,
          street,
          ...numbersOf(segment, on),
          parity: on.parity,
          zip5: zipAt(site, on.zip5),
          place: null,
          line,
        }
      }
    }
  }
}

export function* faceRowsOf(
  { faces }: Pick<County, 'faces'>,
  site: CountySite,
): Generator<AddressRow['faces']> {
  for (const { tfid, cells, place, codes } of faces.all) {
    const [x, y] = pointAt(site, cornerAt(cells[0]!.x + 0.5, (cells[0]!.half + 0.5) / 2))
    yield {
      tfid: tfid + site.first_id,
      place: place === null ? null : cityAt(site, place.name),
      upper: codeAt(site, 'upper', codes.upper),
      lower: codeAt(site, 'lower', codes.lower),
      congress: codeAt(site, 'congress', codes.congress),
      x,
      y,
    }
  }
}
