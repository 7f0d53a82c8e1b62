import { escapeHtml } from '../../runtime/http/escape-html.ts'
import { drawShapes, type Geometry } from './district-path.ts'

/** A district whose shape is drawn. */
export type District = {
  readonly chamber: 'upper' | 'lower'
  readonly name: string
  readonly geometry: Geometry
}

/** The answer of `/v1/districts/{id}/boundary`, as far as it is drawn. */
export type Boundary = {
  readonly geometry: Geometry
  readonly properties: { readonly name: string | null; readonly name_on_map: string }
}

type Division = { readonly division_id: string; readonly type: string }

/** The legislative districts among the divisions of an address. One whose shape cannot be read is left out. */
export async function districtsAmong(
  divisions: readonly Division[],
  read: (path: string) => Promise<Boundary | undefined>,
): Promise<readonly District[]> {
  const drawn = divisions.filter(({ type }) => type === 'sldu' || type === 'sldl' || type === 'ward')
  const shapes = await Promise.all(
    drawn.map(async ({ division_id, type }): Promise<readonly District[]> => {
      const boundary = await read(boundaryPath(division_id))
      if (boundary === undefined) return []
      return [
        { chamber: type === 'sldl' ? 'lower' : 'upper', name: nameOf(boundary), geometry: boundary.geometry },
      ]
    }),
  )
  return shapes.flat()
}

export const boundaryPath = (divisionId: string): string =>
  `/v1/districts/${encodeURIComponent(divisionId)}/boundary`

export const nameOf = ({ properties }: Boundary): string => properties.name ?? properties.name_on_map

/** The outlines of districts as a picture in HTML, and where an address lies in them. Empty if there is nothing to draw. */
export function districtMap(
  districts: readonly District[],
  point?: { readonly lat: number; readonly lng: number },
): string {
  if (districts.length === 0) return ''
  const drawing = drawShapes(districts.map(({ geometry }) => geometry))
  const paths = districts.map(
    ({ chamber, name }, index) =>
      `<path class="${chamber}" fill-rule="evenodd" d="${drawing.paths[index]}"><title>${escapeHtml(name)}</title></path>`,
  )
  const [x, y] = point === undefined ? [0, 0] : drawing.at([point.lng, point.lat])
  const here =
    point === undefined
      ? ''
      : `<circle class="here" cx="${x}" cy="${y}" r="6"><title>The address</title></circle>`
  const names = districts.map(({ name }) => name).join(' and ')
  const label = `Outlines of ${names}${point === undefined ? '' : ', and where the address lies in them'}`
  return `<svg viewBox="0 0 ${drawing.width} ${drawing.height}" width="${drawing.width}" height="${drawing.height}" role="img" aria-label="${escapeHtml(label)}">${paths.join('')}${here}</svg>`
}
