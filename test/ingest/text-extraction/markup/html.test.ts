import { describe, expect, it } from 'vitest'
import { extractText } from '../../../../ingest/text-extraction/extract-text.ts'
import { readPage } from '../../../../ingest/text-extraction/markup/html.ts'

const linesOfHtml = (html: string): readonly string[] => readPage(html).lines

describe('the text of an HTML page', () => {
  it('contains its paragraphs, without the menus of the site', () => {
    const page = `<html><head><title>HB 7</title><style>p {}</style></head><body><nav>Home Bills</nav>
      <div role="banner">The Legislature</div><h1>HOUSE BILL 7</h1><p>A <b>bee</b> is<br>an insect.</p>
      <table><tr><td>State of</td><td>Washington</td></tr></table><script>track()</script><footer>Contact</footer></body></html>`
    expect(linesOfHtml(page)).toEqual(['HOUSE BILL 7', 'A bee is', 'an insect.', 'State of Washington'])
  })

  it('contains only the main part if the page marks it', () => {
    expect(linesOfHtml('<div>Menu</div><main><p>A bill.</p></main><div>Contact</div>')).toEqual(['A bill.'])
  })

  it('is found even if the whole page is a form', () => {
    const page =
      '<form id="aspnetForm"><select><option>2026</option></select><p>A bill.</p><button>Go</button></form>'
    expect(linesOfHtml(page)).toEqual(['A bill.'])
  })

  it('keeps the lines of preformatted text', () => {
    expect(linesOfHtml('<pre>H. R. 9\n\n  A BILL\nTo keep bees.</pre>')).toEqual([
      'H. R. 9',
      'A BILL',
      'To keep bees.',
    ])
  })

  it('separates words that only a margin separates', () => {
    const page = '<div><span style="margin-right:0.25in;">By</span>Representatives Orcutt</div>'
    expect(linesOfHtml(page)).toEqual(['By Representatives Orcutt'])
  })
})

describe('the encoding of a page', () => {
  const page = '<p>Sec. 1.\u00a0“Bees” — señor</p>'
  const lines = ['Sec. 1. “Bees” — señor']
  it.each([
    ['UTF-8', Buffer.from(page)],
    ['UTF-8 that declares UTF-16', Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${page}`)],
    ['windows-1252', Buffer.from('<p>Sec. 1.\xa0\x93Bees\x94 \x97 se\xf1or</p>', 'latin1')],
    ['UTF-16', Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(page, 'utf16le')])],
    [
      'UTF-8 that was read as Latin 1 and encoded again',
      Buffer.from(Buffer.from(`\ufeff${page}`).toString('latin1')),
    ],
  ])('is detected for %s', async (_, bytes) => {
    expect(await extractText(bytes, 'text/html')).toEqual({ kind: 'lines', lines })
  })
})

describe('a page that says that its text is not available yet', () => {
  it.each([
    '<p>The text of this bill is not yet available.</p>',
    '<h1>H.J.Res. 35</h1><p>As of 06/18/2026 text has not been received for H.J.Res.35.</p>',
    '<p>Bill text coming soon</p>',
  ])('is not taken as a text: %s', async (page) => {
    expect(await extractText(Buffer.from(page), 'text/html')).toMatchObject({ kind: 'absent' })
  })

  it('is distinguished from a bill about texts', async () => {
    const bill = `<p>SECTION 1. ${'Every agency keeps its rules. '.repeat(80)}</p><p>Where a text is not available it is made so.</p>`
    expect(await extractText(Buffer.from(bill), 'text/html')).toMatchObject({ kind: 'lines' })
  })
})
