import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { extractText } from '../../../../ingest/text-extraction/extract-text.ts'
import { withoutStruck } from '../../../../ingest/text-extraction/lines/marked-lines.ts'
import { readPage } from '../../../../ingest/text-extraction/markup/html.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'

const pageIn = async (folder: string): Promise<Buffer> => {
  const name = (await readdir(folder)).find((file) => file.endsWith('.htm'))
  return readFile(join(folder, name!))
}

describe('struck words of a page', () => {
  it.each(['HB2480', 'HB2481', 'HB2482', 'HB2483', 'HB2484'])(
    "are marked and are left out of the bill's text, by element, style or class (N32, %s)",
    async (bill) => {
      const bytes = await pageIn(caseFolder('N32', 'de', bill))
      const { lines, marked } = (await extractText(bytes, 'text/html')) as ReturnType<typeof readPage>
      expect(lines.at(-1)).toBe(
        'A lantern shall be lit by daybreak in every harbour of the State, and the keeper shall see that it burns until morning comes again.',
      )
      expect(marked!.at(-1)!.slice(0, 4)).toEqual([
        { text: 'A lantern shall be lit by ', mark: 'none' },
        { text: 'quicksilver', mark: 'struck' },
        { text: ' ', mark: 'none' },
        { text: 'daybreak', mark: 'inserted' },
      ])
    },
  )

  it.each([
    '<p>A <span class="deletedText">b</span> c</p>',
    '<p>A <span class="AmendStrikethrough">b</span> c</p>',
    '<p>A <span class="bill-stricken">b</span> c</p>',
    '<p>A <span style="color:red;text-decoration:underline line-through">b</span> c</p>',
    '<p>A <s>b<u></u></s> c</p>',
    '<style>p.law .gone, .x { color: red; text-decoration-line: line-through }</style><p>A <i class="y gone">b</i> c</p>',
  ])('are recognized in every form that pages use: %s', (page) => {
    expect(readPage(page).lines).toEqual(['A c'])
  })

  it('stay struck, whatever elements they contain', () => {
    const { lines, marked } = readPage('<p>A <s>b <u>c</u> d</s> e</p>')
    expect(lines).toEqual(['A e'])
    expect(marked).toEqual([
      [
        { text: 'A ', mark: 'none' },
        { text: 'b c d', mark: 'struck' },
        { text: ' e', mark: 'none' },
      ],
    ])
  })

  it('leave no line if they are a whole paragraph, and keep their position', () => {
    const { lines, marked } = readPage('<p>One.</p><p><del>Two.</del></p><p>Three.</p>')
    expect(lines).toEqual(['One.', 'Three.'])
    expect(marked!.map((line) => line.map(({ text }) => text))).toEqual([['One.'], ['Two.'], ['Three.']])
  })

  it('include the brackets around them', () => {
    const washington =
      '<p>(B) ((<span style="text-decoration:line-through;">Provides proof</span>))<u>Proof</u> to</p>'
    expect(readPage(washington).lines).toEqual(['(B) Proof to'])
    expect(readPage('<p>campus facilities and persons; [<s>and</s>]</p>').lines).toEqual([
      'campus facilities and persons;',
    ])
  })

  it('are never assumed from brackets or underlines alone', () => {
    const page = '<p>Forms (()) and [ ] and <u>new</u> words</p>'
    expect(readPage(page)).toEqual({ lines: ['Forms (()) and [ ] and new words'] })
  })

  it('are the only difference between the marked lines and the plain lines', () => {
    const page = '<div>A <s>b</s>c<p>d <s>e</s></p>f<s>g</s> <u>h</u></div><pre>i\n<s>j\nk</s> l</pre>'
    const { lines, marked } = readPage(page)
    const unstruck = marked!.map((line) => withoutStruck(line).replace(/\s+/gu, ' ').trim())
    expect(unstruck.filter((line) => line !== '')).toEqual(lines)
  })
})

describe('a fraction on a page', () => {
  it.each(['AB1352', 'AB1353', 'AB1354', 'AB1355', 'AB1356', 'AB1357'])(
    'is read as a fraction, however the page formats it (N33, %s)',
    async (bill) => {
      const extraction = await extractText(await pageIn(caseFolder('N33', 'ca', bill)), 'text/html')
      const [line] = (extraction as { lines: readonly string[] }).lines
      // The sign for two thirds stays as printed.
      expect(line!.replace('⅔', '2/3')).toMatch(/only upon a 2\/3 vote of the legislature/u)
    },
  )

  it.each([
    ['<p>a <math><mfrac><mn>2</mn><mn>3</mn></mfrac></math> vote</p>', 'a 2/3 vote'],
    ['<p>1<sup>1</sup>/<sub>2</sub> percent</p>', '1 1/2 percent'],
    ['<p>a <sup>2</sup><sub>3</sub> vote</p>', 'a 2/3 vote'],
    [
      '<p>the 5<sup>th</sup> day of H<sub>2</sub>O in 10<sup>3</sup> ways</p>',
      'the 5th day of H2O in 103 ways',
    ],
    [
      '<table><tr><td><span class="numerator">1</span><span class="denominator">4</span> cent</td></tr></table>',
      '1/4 cent',
    ],
  ])('is read correctly: %s', (page, line) => {
    expect(readPage(page).lines).toEqual([line])
  })
})

it('ligatures stay as printed (N34)', () => {
  expect(readPage('<p>The sta\uFB00 of the o\uFB03ce</p>').lines).toEqual(['The sta\uFB00 of the o\uFB03ce'])
})
