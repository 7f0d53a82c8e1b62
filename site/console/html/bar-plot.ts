import { html, type Markup } from './html.ts'

export type Bar = { readonly name: string; readonly value: number }

const WIDTH = 640
const HEIGHT = 160
const FOOT = 20
const WIDEST = 64

/** A column for each name. The numbers are also in the table beside it, so the picture has only a title. */
export function barPlot(title: string, bars: readonly Bar[]): Markup {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = Math.min(WIDEST, WIDTH / Math.max(1, bars.length))
  const [first, last] = [bars[0], bars.at(-1)]
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" width="${WIDTH}" role="img" aria-label="${title}">
${bars.map(({ name, value }, index) => {
  const height = (value / most) * HEIGHT
  return html`<rect class="bar" x="${(index * step + 1).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${Math.max(1, step - 2).toFixed(1)}" height="${height.toFixed(1)}"><title>${name}: ${value}</title></rect>`
})}
${first !== undefined && html`<text x="0" y="${HEIGHT + 15}">${first.name}</text>`}
${last !== undefined && last !== first && html`<text x="${Math.max(2 * WIDEST, bars.length * step)}" y="${HEIGHT + 15}" text-anchor="end">${last.name}</text>`}</svg>`
}
