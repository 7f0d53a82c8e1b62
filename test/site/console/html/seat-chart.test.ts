import { expect, it } from 'vitest'
import { type Seats, seatChart } from '../../../../site/console/html/seat-chart.ts'

const circles = (seats: Seats) =>
  [...seatChart(seats).text.matchAll(/class="seat-(\w+)" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map(
    ([, kind, x, y, r]) => ({ kind, x: Number(x), y: Number(y), r: Number(r) }),
  )

it.each<[string, Seats]>([
  ['one member', { yes: 1, no: 0, other: 0 }],
  ['a senate', { yes: 21, no: 17, other: 2 }],
  ['Congress', { yes: 218, no: 210, other: 7 }],
  ['New Hampshire', { yes: 150, no: 230, other: 20 }],
])('%s has a seat for each member, inside of the picture, and none on another', (_name, seats) => {
  const drawn = circles(seats)
  const count = (kind: string) => drawn.filter((seat) => seat.kind === kind).length
  expect({ yes: count('yes'), no: count('no'), other: count('other') }).toEqual(seats)
  expect(Math.min(...drawn.map(({ x, r }) => x - r))).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn.map(({ x, r }) => x + r))).toBeLessThanOrEqual(360)
  expect(Math.max(...drawn.map(({ y, r }) => y + r))).toBeLessThanOrEqual(190)
  const gaps = drawn.flatMap((one, at) =>
    drawn.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y) - one.r - other.r),
  )
  expect(Math.min(0, ...gaps.filter((gap) => gap < 1))).toBeGreaterThan(-0.2)
})

it('members on one side are beside each other, from left to right', () => {
  const angles = circles({ yes: 30, no: 20, other: 5 }).map(({ kind, x, y }) => ({
    kind,
    angle: Math.atan2(180 - y, x - 180),
  }))
  const least = (kind: string) =>
    Math.min(...angles.filter((seat) => seat.kind === kind).map(({ angle }) => angle))
  const most = (kind: string) =>
    Math.max(...angles.filter((seat) => seat.kind === kind).map(({ angle }) => angle))
  expect(least('yes')).toBeGreaterThanOrEqual(most('other') - 0.001)
  expect(least('other')).toBeGreaterThanOrEqual(most('no') - 0.001)
})

it('says the counts to a reader who does not see it, and is not drawn without members', () => {
  expect(seatChart({ yes: 2, no: 1, other: 0 }).text).toContain('aria-label="2 for, 1 against, 0 other"')
  expect(seatChart({ yes: 0, no: 0, other: 0 }).text).toBe('')
})
