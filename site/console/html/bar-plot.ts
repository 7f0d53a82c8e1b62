import { html, type Markup } from './html.ts'
import { table } from './pieces.ts'

export type Bar = { readonly name: string; readonly value: number }

const WIDTH = 640
const HEIGHT = 160
const HEAD = 26
const FOOT = 26
const WIDEST = 64

/**
 * A column for each name, and the same numbers as a table, for a reader who does not see the picture or wants to know the
 * number. `what` is the head of the column of names.
 */
export const plot = (title: string, what: string, bars: readonly Bar[]): Markup =>
  html`<section><h2>${title}</h2>${barPlot(title, bars)}<details><summary>${title}, as a table</summary>${table(
    [what, 'Number'],
    bars.map(({ name, value }) => [name, value]),
  )}</details></section>`

export function barPlot(title: string, bars: readonly Bar[]): Markup {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = Math.min(WIDEST, WIDTH / Math.max(1, bars.length))
  const [first, last] = [bars[0], bars.at(-1)]
  const ground = HEAD + HEIGHT
  const right = Math.max(2 * WIDEST, bars.length * step)
  return html`<svg viewBox="0 0 ${WIDTH} ${ground + FOOT}" width="${WIDTH}" role="img" aria-label="${title}: at most ${most}">
<line class="axis" x1="0" y1="${HEAD}" x2="${WIDTH}" y2="${HEAD}"/><line class="axis" x1="0" y1="${ground}" x2="${WIDTH}" y2="${ground}"/><text x="${WIDTH}" y="${HEAD - 5}" text-anchor="end">${most.toLocaleString('en-US')}</text>
${bars.map(({ name, value }, index) => {
  const height = (value / most) * HEIGHT
  return html`<rect class="bar" x="${(index * step + 1).toFixed(1)}" y="${(ground - height).toFixed(1)}" width="${Math.max(1, step - 2).toFixed(1)}" height="${height.toFixed(1)}"><title>${name}: ${value}</title></rect>`
})}
${first !== undefined && html`<text x="0" y="${ground + 19}">${first.name}</text>`}
${last !== undefined && last !== first && html`<text x="${right}" y="${ground + 19}" text-anchor="end">${last.name}</text>`}</svg>`
}
