import { describe, expect, it } from 'vitest'
import { linesOfCongress } from '../../../../ingest/text-extraction/markup/congress-xml.ts'

const dtd = (body: string): string => `<?xml version="1.0"?>
<!DOCTYPE bill PUBLIC "-//US Congress//DTDs/bill.dtd//EN" "bill.dtd">
<bill bill-stage="Introduced-in-House"><metadata><dublinCore><dc:title>119 HR 9 IH</dc:title></dublinCore></metadata>
<form><distribution-code display="yes">I</distribution-code><congress>119th CONGRESS</congress>
<legis-num>H. R. 9</legis-num><legis-type>A BILL</legis-type></form>
<legis-body>${body}</legis-body><endorsement>Passed</endorsement></bill>`

const uslm = (body: string): string =>
  `<?xml version="1.0"?><bill xmlns="http://schemas.gpo.gov/xml/uslm"><meta><dc:title>x</dc:title></meta>
<main>${body}</main><endMarker>◯</endMarker></bill>`

describe('the text of a bill in the old DTD', () => {
  it('includes the words that the printer supplies: section numbers, titles, quotation marks', () => {
    const lines = linesOfCongress(
      dtd(`<title><enum>I</enum><header>Bees</header>
        <section section-type="section-one"><enum>1.</enum><header>Short title</header><text>This Act may be cited as the <quote>Bee Act</quote>.</text></section>
        <section><enum>2.</enum><header>Keeping</header><subsection><enum>(a)</enum><header>In general</header><text>The term <term>bee</term> means—</text>
        <paragraph><enum>(1)</enum><text>a bee; and</text></paragraph></subsection></section></title>`),
    )
    expect(lines).toEqual([
      '119th CONGRESS',
      'H. R. 9',
      'A BILL',
      'Title I—Bees',
      'Section 1. Short title',
      'This Act may be cited as the “Bee Act”.',
      'Sec. 2. Keeping',
      '(a) In general.—The term “bee” means—',
      '(1) a bee; and',
    ])
  })

  it('quotes the law that it enacts, and continues after it on the same line', () => {
    const lines = linesOfCongress(
      dtd(`<section><enum>3.</enum><text>Title 5 is amended by adding at the end the following:</text>
        <quoted-block style="USC"><section><enum>12.</enum><header>Wasps</header><text>No wasps.</text></section>
        <after-quoted-block>; and</after-quoted-block></quoted-block></section>`),
    )
    expect(lines.slice(3)).toEqual([
      'Sec. 3. Title 5 is amended by adding at the end the following:',
      '“§ 12. Wasps',
      'No wasps.”; and',
    ])
  })

  it('leaves out what was struck when the bill was reported', () => {
    const lines = linesOfCongress(
      dtd(`<section changed="deleted"><enum>1.</enum><text>Old.</text></section>
        <section changed="added"><enum>1.</enum><text>New, <deleted-phrase>not old</deleted-phrase>.</text></section>`),
    )
    expect(lines.slice(3)).toEqual(['Sec. 1. New, .'])
  })
})

describe('the text of a bill in USLM', () => {
  it('keeps its own numbers and headings, and leaves out margin notes and page numbers', () => {
    const lines = linesOfCongress(
      uslm(`<section><num value="2">SEC. 2. </num><heading>KEEPING.</heading><sidenote><p>42 USC 1.</p></sidenote>
        <subsection><num>(a)</num><heading> In Gen­eral.—</heading><content>  Bees are kept.<page>139 STAT. 2</page></content></subsection>
        <subsection><num>(b)</num><chapeau>Title 5 is amended to read:</chapeau><quotedContent><paragraph><num>“(1)</num><content>No wasps.”</content></paragraph></quotedContent>.</subsection></section>`),
    )
    expect(lines).toEqual([
      'SEC. 2. KEEPING.',
      '(a) In General.—Bees are kept.',
      '(b) Title 5 is amended to read:',
      '“(1) No wasps.”.',
    ])
  })
})

describe('a bill document that is cut off or is not a bill', () => {
  it.each([dtd('<section><enum>1.</enum><text>And').slice(0, -60), '<bill><section>', 'Service unavailable'])(
    'is refused: %s',
    (xml) => {
      expect(() => linesOfCongress(xml)).toThrow(expect.objectContaining({ code: 'record_unreadable' }))
    },
  )
})
