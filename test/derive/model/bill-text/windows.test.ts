import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberSections } from '../../../../derive/model/bill-text/number-sections.ts'
import { windowsOf } from '../../../../derive/model/bill-text/windows.ts'
import { sectionedText } from '../../../support/derive/numbered-bill.ts'

const sections = (...texts: readonly string[]) => {
  const { text, tree } = sectionedText(...texts)
  return numberSections(text, tree)
}

describe('the windows of a long text', () => {
  it('have whole sections in order', () => {
    const ids = windowsOf(sections('one\n', 'two\n', 'three\n', 'four\n'), 10).map((window) =>
      window.map(({ id }) => id),
    )
    expect(ids).toEqual([['s1', 's2'], ['s3'], ['s4']])
  })

  it('have the pieces of a section that is too long alone, cut between paragraphs', () => {
    const windows = windowsOf(sections('one\n', 'first line\nsecond line\n', 'two\n'), 15)
    expect(windows.map((window) => window.map(({ id, text }) => [id, text]))).toEqual([
      [['s1', 'one\n']],
      [['s2', 'first line\n']],
      [['s2', 'second line\n']],
      [['s3', 'two\n']],
    ])
  })

  it('have every character of the text once, whatever the text', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (all, most) => {
        const numbered = sections(...all)
        const pieces = windowsOf(numbered, most).flat()
        expect(pieces.map(({ text }) => text).join('')).toBe(numbered.map(({ text }) => text).join(''))
        for (const piece of pieces) expect(piece.law).toHaveLength(piece.text.length)
      }),
    )
  })

  it('have no empty section, and keep the place of each in the stored text', () => {
    const numbered = sections('one\n', ' \n', 'two\n')
    expect(numbered.map(({ id, start, label }) => [id, start, label])).toEqual([
      ['s1', 0, '1'],
      ['s2', 6, '3'],
    ])
  })
})
