import { describe, expect, it } from 'vitest'
import { attachTexts } from '../../../ingest/precedence/attach-texts.ts'
import type { VersionText } from '../../../ingest/source-interface/observation.ts'
import { version } from '../../support/builders/observations.ts'

const govinfo = 'https://www.govinfo.gov/content/pkg'
const xml = `${govinfo}/BILLS-119hr1eh/xml/BILLS-119hr1eh.xml`

function text(link_url: string, more: Partial<VersionText> = {}, media_type = 'text/xml'): VersionText {
  const extracted = { sha256: `plain ${link_url}`, bytes: 1, characters: 1 }
  return { link_url, text: { sha256: link_url, bytes: 2, media_type, url: link_url, extracted }, ...more }
}
const shas = (versions: readonly { text: { sha256: string } | null }[] = []) =>
  versions.map((one) => one.text?.sha256 ?? null)

describe('the text of a bill', () => {
  it('is attached to the version or document that links to it', () => {
    const parts = attachTexts({
      versions: [
        version('Bill', 'https://leg.wa.gov/1.htm'),
        version('Substitute', 'https://leg.wa.gov/1-S.htm'),
      ],
      documents: [version('Fiscal Note', 'https://leg.wa.gov/note.pdf')],
      texts: [text('https://leg.wa.gov/1-S.htm'), text('https://leg.wa.gov/note.pdf')],
    })
    expect(shas(parts.versions)).toEqual([null, 'https://leg.wa.gov/1-S.htm'])
    expect(shas(parts.documents)).toEqual(['https://leg.wa.gov/note.pdf'])
  })

  it('is matched by its package in any address, but not to a later print', () => {
    const parts = attachTexts({
      versions: [
        version('EAS 2', `${govinfo}/BILLS-119hr1eh2/xml/BILLS-119hr1eh2.xml`),
        version('Engrossed in House', 'https://www.congress.gov/119/bills/hr1/BILLS-119HR1EH.htm'),
      ],
      texts: [text(xml, { package: 'BILLS-119hr1eh' })],
    })
    expect(shas(parts.versions)).toEqual([null, xml])
  })

  it('adds an unlisted version if it names one, and waits otherwise', () => {
    const listed = version('Engrossed in House', xml)
    const parts = attachTexts({
      versions: [version('Introduced in House', `${govinfo}/BILLS-119hr1ih/xml/BILLS-119hr1ih.xml`)],
      texts: [
        text(xml, { package: 'BILLS-119hr1eh', version: listed }),
        text(
          `${govinfo}/BILLS-119hr1eh/pdf/BILLS-119hr1eh.pdf`,
          { package: 'BILLS-119hr1eh', version: listed },
          'application/pdf',
        ),
        text('https://leg.wa.gov/unlisted.htm'),
      ],
    })
    expect(parts.versions?.map(({ note }) => note)).toEqual(['Introduced in House', 'Engrossed in House'])
    expect(shas(parts.versions)).toEqual([null, xml])
  })

  it('is the most readable of several, in any order of arrival', () => {
    const page = 'https://leg.wa.gov/1.htm'
    const print = 'https://leg.wa.gov/1.pdf'
    const links = [
      { url: print, media_type: 'application/pdf' },
      { url: page, media_type: 'text/html' },
    ]
    const versions = [{ ...version('Bill', page), links }]
    const texts = [text(print, {}, 'application/pdf'), text(page, {}, 'text/html')]
    for (const some of [texts, texts.toReversed()])
      expect(shas(attachTexts({ versions, texts: some }).versions)).toEqual([page])
    const { extracted: _, ...bare } = texts[1]!.text
    const picture = { link_url: page, text: { ...bare, no_text: 'no text' } }
    expect(shas(attachTexts({ versions, texts: [texts[0]!, picture] }).versions)).toEqual([print])
  })
})
