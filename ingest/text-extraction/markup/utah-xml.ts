import { createLines } from '../lines/lines.ts'
import type { Mark, MarkedText } from '../lines/marked-lines.ts'
import { readXml } from './markup.ts'

const skipped = new Set(['info', 'sinfo', 'foot'])
const wholeLines = new Set(['st', 'catline', 'secline'])
/** Elements that are separated from the text before and after them. */
const apart = new Set(['ln', 'display', 'yes', 'no', 'abs'])

/** The drafting system of the Utah legislature: every element with a line number begins a line. */
export function readUtah(xml: string): MarkedText {
  const lines = createLines()
  let skipping = 0
  const path: Mark[] = []
  readXml(xml, {
    open: (name, { lineno, ea }) => {
      path.push(markOf(name, ea, path.at(-1) ?? 'none'))
      if (skipping > 0 || skipped.has(name)) skipping += 1
      else if (apart.has(name)) lines.text(' ')
      else if (lineno !== undefined || name.endsWith('head')) lines.end()
    },
    close: (name) => {
      path.pop()
      if (skipping > 0) skipping -= 1
      else if (name === 'display') lines.text(' ')
      else if (name.endsWith('head') || wholeLines.has(name)) lines.end()
    },
    text: (text) => {
      if (skipping === 0) lines.text(text, path.at(-1))
    },
  })
  return lines.marked()
}

/** `amend` marks words that are inserted into the law or, with `erase`, struck from it. */
function markOf(name: string, ea: string | undefined, outer: Mark): Mark {
  if (outer === 'struck' || name !== 'amend') return outer
  return ea === 'erase' ? 'struck' : 'inserted'
}
