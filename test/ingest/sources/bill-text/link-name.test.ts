import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billText } from '../../../../ingest/sources/bill-text/index.ts'
import { keyOfLink, linkName, linkOfName } from '../../../../ingest/sources/bill-text/link-name.ts'
import { collect } from '../../../support/harness/collect.ts'

const links = [
  'http://lawfilesext.leg.wa.gov/Biennium/2025-26/Htm/Bills/House%20Bills/1023-S.htm',
  'https://www.akleg.gov/basis/Bill/Text/34?Hsid=HB0340A',
  'https://le.utah.gov/Session/2026/bills/introduced/CP SB0045 To SB0045S01.pdf',
].map((url) => ({
  jurisdiction: 'ocd-division/country:us/state:wa',
  session: '2025-2026',
  identifier: 'HB 1023',
  url,
}))

describe('the name of a fetched text', () => {
  it.each(links)('contains the exact bill and address: $url', (link) => {
    expect(linkOfName(linkName(link, 'text/html'))).toEqual(link)
  })

  it('is distinguished from the names of other files', () => {
    expect(linkOfName('link/nowhere/1/HB 1/https%3A/a/b/text.html')).toBeUndefined()
    expect(linkOfName('wa/HB2088/2088_Bill.htm')).toBeUndefined()
  })

  it('is all that is needed to read the text again from disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'link-name-'))
    const file = join(folder, linkName(links[1]!, 'text/html'))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '<p>A bill.</p>')
    const items = await collect(
      billText.read({ paths: [join(folder, 'link')], started_at: '2026-03-02T00:00:00Z' }),
    )
    expect(items).toMatchObject([{ group: [{ key: keyOfLink(links[1]!), record_key: links[1]!.url }] }])
    await rm(folder, { recursive: true })
  })
})
