import { createLines } from './lines.ts'
import { readXml } from './markup.ts'

const skipped = new Set(['info', 'sinfo', 'foot'])
const wholeLines = new Set(['st', 'catline', 'secline'])
/** Printed apart from what stands before or after them in their line. */
const apart = new Set(['ln', 'display', 'yes', 'no', 'abs'])

/** Of the Utah legislature's drafting system: whatever has a line number begins a line. */
export function linesOfUtah(xml: string): string[] {
  const lines = createLines()
  let skipping = 0
  readXml(xml, {
    open: (name, { lineno }) => {
      if (skipping > 0 || skipped.has(name)) skipping += 1
      else if (apart.has(name)) lines.text(' ')
      else if (lineno !== undefined || name.endsWith('head')) lines.end()
    },
    close: (name) => {
      if (skipping > 0) skipping -= 1
      else if (name === 'display') lines.text(' ')
      else if (name.endsWith('head') || wholeLines.has(name)) lines.end()
    },
    text: (text) => {
      if (skipping === 0) lines.text(text)
    },
  })
  return lines.all()
}
