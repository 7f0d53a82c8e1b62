import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A box: its place in columns and rows of the grid, its title, and lines of small text. */
type Box = {
  readonly at: readonly [column: number, row: number]
  readonly kind: 'outside' | 'process' | 'store'
  readonly title: string
  readonly lines: readonly string[]
}

/** From the right, left, top or bottom side of one box to a side of another. */
type Arrow = readonly [from: string, to: string]

const WIDTH = 168
const HEIGHT = 92
const GAP_X = 62
const GAP_Y = 44
const MARGIN = 24

/** Reads lines such as `box id column row kind Title | line | line` and `arrow from.side to.side`. */
export function drawPicture(text: string): string {
  const boxes = new Map<string, Box>()
  const arrows: Arrow[] = []
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/)
    if (word === 'box') {
      const [id, column, row, kind, ...words] = rest
      const [title = '', ...lines] = words
        .join(' ')
        .split('|')
        .map((part) => part.trim())
      const at = [Number(column), Number(row)] as const
      boxes.set(id!, { at, kind: kind as Box['kind'], title, lines })
    }
    if (word === 'arrow') arrows.push([rest[0]!, rest[1]!])
  }
  const placed = [...boxes.values()]
  const width = 2 * MARGIN + Math.max(...placed.map(({ at }) => at[0])) * (WIDTH + GAP_X) + WIDTH
  const height = 2 * MARGIN + Math.max(...placed.map(({ at }) => at[1])) * (HEIGHT + GAP_Y) + HEIGHT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="How data flows through legislog">`,
    STYLE,
    ...placed.map(drawBox),
    ...arrows.map((arrow) => drawArrow(arrow, boxes)),
    '</svg>',
    '',
  ].join('\n')
}

const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; text-anchor: middle }
  .title { font-size: 15px; font-weight: 600 }
  rect { stroke-width: 1.5; rx: 8; fill: #ffffff; stroke: #57606a }
  rect.process { fill: #ddf4ff; stroke: #0969da }
  rect.store { fill: #fff8c5; stroke: #9a6700 }
  rect.outside { stroke-dasharray: 5 4 }
  path { fill: none; stroke: #57606a; stroke-width: 1.5 }
  path.head { fill: #57606a; stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    rect { fill: #0d1117; stroke: #9198a1 }
    rect.process { fill: #0c2d4d; stroke: #4493f8 }
    rect.store { fill: #3b2e00; stroke: #d29922 }
    path { stroke: #9198a1 }
    path.head { fill: #9198a1 }
  }
</style>`

const cornerOf = ({ at: [column, row] }: Box): readonly [number, number] => [
  MARGIN + column * (WIDTH + GAP_X),
  MARGIN + row * (HEIGHT + GAP_Y),
]

function drawBox(box: Box): string {
  const [x, y] = cornerOf(box)
  const middle = x + WIDTH / 2
  const first = y + HEIGHT / 2 - (box.lines.length * 18) / 2 + 4
  const lines = box.lines.map(
    (line, index) => `<text x="${middle}" y="${first + 18 * (index + 1)}">${line}</text>`,
  )
  return [
    `<rect class="${box.kind}" x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text class="title" x="${middle}" y="${first}">${box.title}</text>`,
    ...lines,
  ].join('\n')
}

type End = { readonly point: readonly [number, number]; readonly isUpright: boolean }

function endOf(name: string, boxes: ReadonlyMap<string, Box>): End {
  const [id = '', side] = name.split('.')
  const box = boxes.get(id)
  if (box === undefined) throw new Error(`the picture has no box ${JSON.stringify(id)}`)
  const [x, y] = cornerOf(box)
  if (side === 'left') return { point: [x, y + HEIGHT / 2], isUpright: false }
  if (side === 'right') return { point: [x + WIDTH, y + HEIGHT / 2], isUpright: false }
  if (side === 'top') return { point: [x + WIDTH / 2, y], isUpright: true }
  return { point: [x + WIDTH / 2, y + HEIGHT], isUpright: true }
}

/** A line with two bends at most, and a head at its end. */
function drawArrow([from, to]: Arrow, boxes: ReadonlyMap<string, Box>): string {
  const start = endOf(from, boxes)
  const end = endOf(to, boxes)
  const [x1, y1] = start.point
  const [x2, y2] = end.point
  const isStepped = !start.isUpright && !end.isUpright && y1 !== y2
  const bend = isStepped
    ? `H${x2 - GAP_X / 2}V${y2}`
    : start.isUpright === end.isUpright
      ? ''
      : start.isUpright
        ? `V${y2}`
        : `H${x2}`
  const way = `M${x1} ${y1}${bend}L${x2} ${y2}`
  const direction = end.isUpright ? (to.endsWith('top') ? 1 : -1) : to.endsWith('left') ? 1 : -1
  const head = end.isUpright
    ? `M${x2} ${y2}l-5 ${-9 * direction}h10z`
    : `M${x2} ${y2}l${-9 * direction} -5v10z`
  return `<path d="${way}"/><path class="head" d="${head}"/>`
}

if (process.argv[1] === import.meta.filename) {
  const folder = import.meta.dirname
  const text = await readFile(join(folder, 'architecture.txt'), 'utf8')
  await writeFile(join(folder, 'architecture.svg'), drawPicture(text))
}
