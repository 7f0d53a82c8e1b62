import type { PointRow } from '../../../schemas/address-rows/address-rows.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { Position } from '../../files/shapefiles/shp-shapes.ts'
import { millionths } from '../address-rows/rows-object.ts'
import type { Fields } from '../records/fields.ts'
import type { Layout, OneLine } from './layouts.ts'

export type AddressPoint = {
  readonly row: PointRow
  /** Postal code in lower case, if the row has one. */
  readonly state: string | null
}

type Parts = Omit<PointRow, 'x' | 'y'> & { readonly state: string | null }

/** Throws `record_invalid`. The reasons name no values, because they are logged. */
export function readPoint(
  layout: Layout | OneLine,
  attributes: Fields,
  position: Position | null,
): AddressPoint {
  const cells = new Map(Object.entries(attributes).map(([name, value]) => [name.toUpperCase(), value]))
  const { state, ...parts } = 'address' in layout ? fromOneLine(cells, layout) : fromColumns(cells, layout)
  if (!/[1-9]/u.test(parts.number)) throw refused('the house number is missing')
  if (!/[\p{L}\p{N}]/u.test(parts.street)) throw refused('the street is missing')
  const point = position ?? ('address' in layout ? null : positionIn(cells, layout))
  if (point === null) throw refused('the position is missing')
  const [x, y] = point
  const isOnEarth = Math.abs(x) <= 180 && Math.abs(y) <= 90 && (x !== 0 || y !== 0)
  if (!isOnEarth) throw refused('the position is not on the earth')
  return { row: { ...parts, x: millionths(x), y: millionths(y) }, state }
}

const refused = (why: string) => new LegislogError('record_invalid', why)

function fromColumns(cells: ReadonlyMap<string, unknown>, layout: Layout): Parts {
  const { zip, unit = [], city = [] } = layout
  const joined = (columns: readonly string[]) =>
    columns
      .map((column) => textOf(cells, column))
      .filter(Boolean)
      .join(' ')
  const first = city.map((column) => textOf(cells, column)).find((text) => text !== '') ?? ''
  // `CARSON, CA`, `CITY OF LAKE ELMO`
  const [, name = '', stateOfCity] = /^(.*?)(?:,\s*([A-Za-z]{2}))?$/u.exec(first) ?? []
  const state = (layout.state === undefined ? '' : textOf(cells, layout.state)) || (stateOfCity ?? '')
  return {
    number: joined(layout.number),
    street: joined(layout.street),
    unit: joined(unit) || null,
    city: name.replace(/^(?:CITY|TOWN|VILLAGE) OF /iu, '') || null,
    zip5: zipOf(zip === undefined ? '' : textOf(cells, zip)),
    state: /^[a-z]{2}$/iu.test(state) ? state.toLowerCase() : null,
  }
}

/** `955 E 3RD ST #1` */
const ONE_LINE =
  /^(\d[\dA-Z]*(?:-\d+)?(?:\s+\d\/\d)?)\s+(.+?)(?:\s+(?:#|APT\b|UNIT\b|STE\b|SUITE\b|LOT\b|TRLR\b|SPC\b|BLDG\b)\s*(.+))?$/iu

function fromOneLine(cells: ReadonlyMap<string, unknown>, { address }: OneLine): Parts {
  const line = textOf(cells, address)
  const [, number = '', street = '', unit] = ONE_LINE.exec(line) ?? []
  if (line !== '' && number === '') throw refused('the house number is missing')
  return { number, street, unit: unit?.trim() || null, city: null, zip5: null, state: null }
}

function positionIn(cells: ReadonlyMap<string, unknown>, { position }: Layout): Position | null {
  if (position === undefined) return null
  const [x, y] = position.map((column) => textOf(cells, column))
  return x === '' || y === '' ? null : [Number(x), Number(y)]
}

/** Numbers are texts in some files and numbers in others. */
function textOf(cells: ReadonlyMap<string, unknown>, column: string): string {
  const value = cells.get(column)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().replace(/\s+/gu, ' ') : ''
}

function zipOf(text: string): string | null {
  const zip = /^\d{3,5}/u.exec(text)?.[0].padStart(5, '0')
  return zip === undefined || Number(zip) === 0 ? null : zip
}
