import { html, type Markup } from './html.ts'

export type Seats = { readonly yes: number; readonly no: number; readonly other: number }

const MARGIN = 10
const LARGEST_RADIUS = 170
const INNER_SHARE = 0.4
/** A half circle grows with its seats up to the largest radius. */
const WIDTH_OF_SEAT = 24
const LARGEST_SEAT = 9

/**
 * The members of a roll call as seats in a half circle, from left to right: for, other, against. The kinds differ by shape
 * too: those against are rings. The counts stand beside it as text.
 */
export function seatChart(seats: Seats): Markup {
  const total = seats.yes + seats.no + seats.other
  if (total === 0) return html``
  const outer = Math.min(LARGEST_RADIUS, Math.max(WIDTH_OF_SEAT, (total * WIDTH_OF_SEAT) / Math.PI))
  const { radius, centers } = placesOf(total, outer)
  const kindOf = (index: number) =>
    index < seats.yes ? 'yes' : index < seats.yes + seats.other ? 'other' : 'no'
  const [width, height] = [2 * (outer + MARGIN), outer + 2 * MARGIN].map(Math.ceil)
  return html`<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${labelOf(seats)}">
${centers.map(([x, y], index) => {
  const kind = kindOf(index)
  // The line of a ring is half outside of its radius.
  const r = kind === 'no' ? radius - 1.25 : radius
  return html`<circle class="seat-${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}"/>`
})}</svg>`
}

export const labelOf = ({ yes, no, other }: Seats): string => `${yes} for, ${no} against, ${other} other`

type Places = { readonly radius: number; readonly centers: readonly (readonly [number, number])[] }

/** Rows of seats with equal distances, in the order of their angles, so that each kind is one piece of the circle. */
function placesOf(total: number, outer: number): Places {
  let rows = 1
  while (capacityOf(rows, outer) < total) rows += 1
  const gap = ((1 - INNER_SHARE) * outer) / rows
  const radii = Array.from({ length: rows }, (_, row) => outer - row * gap)
  const length = radii.reduce((sum, radius) => sum + radius, 0)
  const [middle, ground] = [outer + MARGIN, outer + MARGIN]
  let left = total
  const seats = radii.flatMap((radius, row) => {
    const count = row === rows - 1 ? left : Math.min(left, Math.round((total * radius) / length))
    left -= count
    return Array.from({ length: count }, (_, at) => {
      const angle = Math.PI * (count === 1 ? 0.5 : 1 - at / (count - 1))
      return { angle, x: middle + radius * Math.cos(angle), y: ground - radius * Math.sin(angle) }
    })
  })
  const centers = seats.toSorted((a, b) => b.angle - a.angle).map(({ x, y }) => [x, y] as const)
  return { radius: Math.min(LARGEST_SEAT, gap * 0.42), centers }
}

function capacityOf(rows: number, outer: number): number {
  const gap = ((1 - INNER_SHARE) * outer) / rows
  let seats = 0
  for (let row = 0; row < rows; row += 1) seats += Math.floor((Math.PI * (outer - row * gap)) / gap)
  return seats
}
