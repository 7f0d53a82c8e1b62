import { drawFaces } from './faces.ts'
import { segmentsOf } from './segments.ts'
import { writeStreets } from './write-county.ts'

const grid = { blocks_x: 8, blocks_y: 8 }

/** Writes `sample/addresses`: a small county whose districts are those of `sample/boundaries`. */
export async function writeSampleCounty(folder: string): Promise<void> {
  const faces = drawFaces(grid, [])
  await writeStreets(folder, { grid, faces, segments: segmentsOf(grid, faces) })
}
