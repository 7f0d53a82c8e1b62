import { describe, expect, it } from 'vitest'
import { linesOfAlaska, linesOfPlainText } from '../../../../ingest/text-extraction/lines/plain-text.ts'

const numbered = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1} ${line}`).join('\n')

describe('a printed text', () => {
  it('loses line numbers, page headers and footers, but keeps the header of the first page', () => {
    const page = (number: number, lines: readonly string[]): string =>
      `BILL AS INTRODUCED H.1\n2025 Page ${number} of 3\n${numbered(lines)}\nVT LEG #378416 v.1`
    const text = [
      page(1, ['Introduced by Representative Cina', 'Sec. 1. REPEAL', 'Section 9 is repealed.', '* * *']),
      page(2, [
        '(b) The Director shall review.',
        '* * *',
        '(c) The Director shall close what he has reviewed.',
      ]),
      page(3, ['Sec. 3. EFFECTIVE DATE', 'This act shall take effect on passage.', '* * *']),
    ].join('\f')
    expect(linesOfPlainText(text)).toEqual([
      'BILL AS INTRODUCED H.1',
      '2025 Page 1 of 3',
      'Introduced by Representative Cina',
      'Sec. 1. REPEAL',
      'Section 9 is repealed.',
      '* * *',
      '(b) The Director shall review.',
      '* * *',
      '(c) The Director shall close what he has reviewed.',
      'Sec. 3. EFFECTIVE DATE',
      'This act shall take effect on passage.',
      '* * *',
    ])
  })

  it('loses line numbers that end within a page, because another print follows there, and on a short last page', () => {
    const full = [...'abcdef'].map((letter) => `(${letter}) a line;`)
    const second = ['Sec. 1. The second print.', '§ 6. Members meet.', '(a) vote;', '(b) rest;', '(c) eat.']
    const text = [
      `H.1 Page 1\n${numbered(full)}`,
      `H.1 Page 2\n${numbered(full)}\n${second.join('\n')}\n(d) sleep;\n(e) read.`,
      `H.1 Page 3\n${numbered(['Sec. 3. EFFECTIVE DATE', '* On passage.'])}\nVT LEG #1 v.1`,
    ].join('\f')
    expect(linesOfPlainText(text)).toEqual([
      'H.1 Page 1',
      ...[...full, ...full, ...second, '(d) sleep;', '(e) read.'],
      ...['Sec. 3. EFFECTIVE DATE', '* On passage.'],
    ])
  })

  it('keeps numbers that belong to the text', () => {
    const text = 'Of the members of the board\n1 is of the north;\n3 are of the south;\n2 are of the coast.'
    expect(linesOfPlainText(text).join(' ')).toBe(text.replaceAll('\n', ' '))
  })

  it('keeps a sentence whole if it contains a paragraph number', () => {
    const text = [
      'A person shall keep the records that are described in subdivisions',
      '(b)(5) and (6) of this section, and shall show them to whoever asks',
      'for them.',
    ].join('\n')
    expect(linesOfPlainText(text)).toEqual([
      'A person shall keep the records that are described in subdivisions (b)(5) and (6) of this section, and shall show them to whoever asks for them.',
    ])
  })
})

describe('an Alaska page that arrives as one line', () => {
  it('gets its lines back, without the menu before and the site text after them', () => {
    const lines = [
      'HOUSE BILL NO. 340',
      '"An Act relating to bees."',
      'BE IT ENACTED:',
      '* Section 1. AS 12 of 1990 is repealed.',
      '* Sec. 2. No wasps.',
      ...Array.from({ length: 6 }, (_, index) => `(${'abcdef'.charAt(index)}) nothing;`),
    ]
    const printed = [...lines, '(g) nothing.'].map(
      (line, index) => `${String(index % 11 || 1).padStart(2, '0')} ${line}`,
    )
    const first = printed.map((line, index) => (index === 0 ? line.replace(/^01/u, '00') : line))
    const text = `Home Senate 2026 Detail FullText txt HB 340: "An Act" ${first.join(' ')} Welcome toThe Alaska State Legislature This 02 is the place`
    expect(linesOfAlaska(text)).toEqual([...lines, '(g) nothing.'])
  })

  it('is read in the same way if the first number is glued to the title, as in enrolled bills', () => {
    const text =
      'Home Detail FullText txt Enrolled HB 1: "An Act" 00Enrolled HB 1 01 Relating to bees. 02 * Section 1. No wasps. Welcome to The Alaska State Legislature This'
    expect(linesOfAlaska(text)).toEqual(['Enrolled HB 1', 'Relating to bees.', '* Section 1. No wasps.'])
  })

  it('is not recognized in other texts', () => {
    expect(linesOfAlaska('Section 00 of title 12')).toBeNull()
  })
})
