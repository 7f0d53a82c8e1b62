import type { PointRow } from '../../../schemas/address-rows/address-rows.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { slugDivision } from '../../../schemas/vocabulary/division-id.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { observeRelease } from '../address-rows/observe-release.ts'
import { createRejectedRows, faultOfRow, type RejectedRows } from '../address-rows/rejected-rows.ts'
import { packRows } from '../address-rows/rows-object.ts'
import { invalid } from '../records/fields.ts'
import { areaOfName, divisionOf } from './area.ts'
import type { AddressFileRow } from './file-rows.ts'
import { recognizeLayout } from './layouts.ts'
import { readPoint } from './read-point.ts'

type Rows = AsyncIterable<AddressFileRow> | Iterable<AddressFileRow>
type Seen = { readonly states: Map<string, number>; readonly cities: Set<string> }

/** Days that a publisher puts into names of files and folders. */
const DAY = /(?:^|[^\d])(20\d{2})-?(0[1-9]|1[0-2])-?([0-2]\d|3[01])(?:[^\d]|$)/u

/** The release of one file; null if it has no rows. Throws `record_invalid` if none of them gives an address. */
export async function observeFile(
  file: string,
  rows: Rows,
  input: FileInput & { readonly files_of_areas: Map<string, string> },
): Promise<SourceItem | null> {
  const rejected = createRejectedRows()
  const seen: Seen = { states: new Map(), cities: new Set() }
  const points = await packRows('points', readPoints(rows, rejected, seen))
  rejected.report(file, input.passed_over)
  if (points.pointer.rows === 0) {
    if (rejected.count() === 0) input.passed_over?.(file, 'no rows')
    else
      throw new LegislogError(
        'record_invalid',
        `rows are ${rejected.count()}, and none of them gives an address`,
      )
    return null
  }
  const name = areaOfName(file)
  const found = divisionOf(name, seen)
  if (found === undefined) {
    throw invalid(
      'name',
      file.split('/').slice(-2).join('/'),
      'one with a state: us/<state>/<county or city>',
    )
  }
  const { area, state } = found
  const vintage = DAY.exec(file)?.slice(1).join('-') ?? 'undated'
  const other = input.files_of_areas.get(`${area} ${vintage}`)
  if (other !== undefined) {
    throw new LegislogError(
      'conflicting_duplicate',
      `area is ${area}, which ${other} covers too: give each file the name of another area`,
    )
  }
  input.files_of_areas.set(`${area} ${vintage}`, file)
  const called = `us/${state}/${name.place ?? 'statewide'}`
  return observeRelease(
    {
      publisher: 'openaddresses',
      area,
      vintage,
      name: `openaddresses-${called.replaceAll('/', '-')}`,
      maps: { upper: null, lower: null, congress: null },
      objects: [points],
      rejected: rejected.count(),
      identifiers: [{ scheme: 'openaddresses', identifier: called }],
    },
    { record: file, observed_at: input.started_at },
  )
}

async function* readPoints(rows: Rows, rejected: RejectedRows, seen: Seen): AsyncGenerator<PointRow> {
  let layout: ReturnType<typeof recognizeLayout>
  let index = -1
  for await (const row of rows) {
    index += 1
    if ('fault' in row) {
      rejected.add(row.fault, index)
      continue
    }
    const columns = Object.keys(row.attributes)
    layout ??= recognizeLayout(columns)
    if (layout === undefined) throw invalid('columns', columns.join(', '), 'of a layout that is known')
    try {
      const point = readPoint(layout, row.attributes, row.position())
      if (point.state !== null) seen.states.set(point.state, (seen.states.get(point.state) ?? 0) + 1)
      if (point.row.city !== null) seen.cities.add(slugDivision(point.row.city))
      yield point.row
    } catch (error) {
      rejected.add(faultOfRow(error), index)
    }
  }
}
