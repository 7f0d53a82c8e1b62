import { expect } from 'vitest'
import type { SectionTree } from '../../../derive/sections/section-tree.ts'
import type { VersionText } from '../../../derive/text/version-text.ts'

/** Sections follow each other from the start to the end, and have every line and every word of the text. */
export function expectPartition({ text, marked }: VersionText, { sections }: SectionTree): void {
  const bounds = sections.map(({ start, end }) => [start, end])
  expect(bounds[0]?.[0]).toBe(0)
  expect(bounds.at(-1)?.[1]).toBe(text.length)
  expect(bounds.slice(1).map(([start]) => start)).toEqual(bounds.slice(0, -1).map(([, end]) => end))
  const paragraphs = sections.flatMap((section) => section.paragraphs)
  const lines = paragraphs.filter(
    ({ runs }) => runs.length === 0 || runs.some(({ mark }) => mark !== 'struck'),
  )
  const stored = text.split('\n').slice(0, text.endsWith('\n') || text === '' ? -1 : undefined)
  expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual(stored)
  const outside = sections.flatMap((section) =>
    section.paragraphs.filter(({ start, end }) => start < section.start || end > section.end),
  )
  expect(outside).toEqual([])
  for (const { start, end, runs } of paragraphs) {
    const law = runs.filter(({ mark }) => mark !== 'struck').map((run) => run.text)
    expect(law.join('')).toBe(text.slice(start, end))
  }
  const struckOf = (lines: readonly (readonly { text: string; mark: string }[])[]) =>
    lines.flatMap((runs) => runs.flatMap((run) => (run.mark === 'struck' ? [run.text] : []))).join('')
  if (marked !== null) expect(struckOf(paragraphs.map(({ runs }) => runs))).toBe(struckOf(marked))
}
