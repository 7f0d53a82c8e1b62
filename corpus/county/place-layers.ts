import { COUNTY_CODE, STATE_CODE } from './codes.ts'
import { type Faces, type Place, places } from './faces.ts'
import { cellsOf, type Grid } from './grid.ts'
import { outlineOf } from './outline.ts'
import type { Shape } from './shapefile/shp.ts'
import type { Layer } from './shapefile/write-shapefile.ts'

export function countyLayer(grid: Grid): Layer {
  return {
    kind: 'area',
    columns: [
      { name: 'STATEFP', type: 'C', length: 2 },
      { name: 'COUNTYFP', type: 'C', length: 3 },
      { name: 'GEOID', type: 'C', length: 5 },
      { name: 'NAME', type: 'C', length: 100 },
      { name: 'NAMELSAD', type: 'C', length: 100 },
    ],
    features: [
      {
        shape: outlineOf([...cellsOf(grid)]),
        row: {
          STATEFP: STATE_CODE,
          COUNTYFP: COUNTY_CODE,
          GEOID: `${STATE_CODE}${COUNTY_CODE}`,
          NAME: 'Grid',
          NAMELSAD: 'Grid County',
        },
      },
    ],
  }
}

export function placeLayer(faces: Faces): Layer {
  return {
    kind: 'area',
    columns: [
      { name: 'STATEFP', type: 'C', length: 2 },
      { name: 'PLACEFP', type: 'C', length: 5 },
      { name: 'GEOID', type: 'C', length: 7 },
      { name: 'NAME', type: 'C', length: 100 },
      { name: 'NAMELSAD', type: 'C', length: 100 },
    ],
    features: places.map((place) => ({
      shape: placeOutline(faces, place),
      row: {
        STATEFP: STATE_CODE,
        PLACEFP: place.code,
        GEOID: `${STATE_CODE}${place.code}`,
        NAME: place.name,
        NAMELSAD: `${place.name} city`,
      },
    })),
  }
}

export const placeOutline = ({ all }: Faces, place: Place): Shape =>
  outlineOf(all.filter((face) => face.place === place).flatMap(({ cells }) => cells))
