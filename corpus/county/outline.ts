import { type Cell, cornerAt } from './grid.ts'
import type { GridPoint, Shape } from './shapefile/shp.ts'

type Step = { readonly from: string; readonly to: string }

/** The outline of cells that lie together, with holes, as rings: outlines run clockwise, holes counterclockwise. */
export function outlineOf(cells: readonly Cell[]): Shape {
  const steps = new Map<string, string[]>()
  for (const { from, to } of borderOf(cells)) steps.set(from, [...(steps.get(from) ?? []), to])
  const rings: GridPoint[][] = []
  for (const start of [...steps.keys()].toSorted()) {
    while (steps.get(start) !== undefined) rings.push(ringFrom(start, steps))
  }
  return rings
}

/** The sides of cells that no other cell shares, with the cell to their right. */
function borderOf(cells: readonly Cell[]): readonly Step[] {
  const sides = new Map<string, Step>()
  for (const { x, half } of cells) {
    const [south, north] = [half, half + 1]
    const corners = [
      [x, south],
      [x, north],
      [x + 1, north],
      [x + 1, south],
    ].map(([cx, cy]) => `${cx},${cy}`)
    for (let index = 0; index < 4; index++) {
      const [from, to] = [corners[index]!, corners[(index + 1) % 4]!]
      if (!sides.delete(`${to}>${from}`)) sides.set(`${from}>${to}`, { from, to })
    }
  }
  return [...sides.values()]
}

function ringFrom(start: string, steps: Map<string, string[]>): GridPoint[] {
  const ring = [start]
  for (let at = start; ring.length === 1 || at !== start; ) {
    const ways = steps.get(at)!
    const next = ways.length === 1 ? ways[0]! : sharpestRight(ring.at(-2) ?? at, at, ways)
    if (ways.length === 1) steps.delete(at)
    else
      steps.set(
        at,
        ways.filter((way) => way !== next),
      )
    ring.push(next)
    at = next
  }
  return ring.map((corner) => {
    const [x, y] = corner.split(',').map(Number)
    return cornerAt(x!, y! / 2)
  })
}

/** Two rings that touch at a corner each turn right there, so that they stay separate. */
function sharpestRight(before: string, at: string, ways: readonly string[]): string {
  const [bx, by] = before.split(',').map(Number)
  const [ax, ay] = at.split(',').map(Number)
  const turn = (way: string) => {
    const [wx, wy] = way.split(',').map(Number)
    return (ax! - bx!) * (wy! - ay!) - (ay! - by!) * (wx! - ax!)
  }
  return ways.toSorted((a, b) => turn(a) - turn(b))[0]!
}
