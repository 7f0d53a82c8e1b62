import { describe, expect, it } from 'vitest'
import { type LookupAnswer, lookupPage } from '../../../site/lookup-page/page.ts'

const answer: LookupAnswer = {
  matched: true,
  geographies: { state: 'Washington', upper_district: '22', lower_district: '22' },
  representatives: [
    { name: 'Ada <b>', party: 'Independent', chamber: 'upper', district: '22', email: 'ada@example.org' },
    { name: 'Ben', party: null, chamber: 'lower', district: '22', email: null },
  ],
  normalized_address: '416 SID SNYDER AVE SW, OLYMPIA, WA 98504',
  point: { lat: 0.5, lng: 0.5 },
}
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ],
} as const

describe('the lookup page', () => {
  it('shows officials, districts and the address on a picture with a text alternative', () => {
    const html = lookupPage({
      kind: 'answered',
      answer,
      districts: [{ chamber: 'upper', name: 'State Senate District 22', geometry }],
    })
    expect(html).toContain('<th scope="row">Ada &#60;b&#62;</th>')
    expect(html).toContain('mailto:ada@example.org')
    expect(html).toMatch(/<svg [^>]*role="img" aria-label="Outlines of State Senate District 22/u)
    expect(html).toMatch(/<circle class="here" cx="[\d.]+" cy="[\d.]+"/u)
  })

  it('fills in the address again but never the token', () => {
    const html = lookupPage({ kind: 'form' }, '1 "Main" St')
    expect(html).toContain('value="1 &#34;Main&#34; St"')
    expect(html).toMatch(/<input id="token"(?![^>]*value=)/u)
  })

  it.each(['address_incomplete', 'po_box', 'not_found', 'ambiguous', 'no_coverage', 'split_district'])(
    'explains the reason %s in a sentence',
    (reason) => {
      const noMatch = { ...answer, matched: false, representatives: [], reason, suggestions: ['1 N MAIN ST'] }
      const html = lookupPage({ kind: 'answered', answer: noMatch, districts: [] })
      expect(html).toMatch(/role="status">[A-Z][^<]{20,}\.</u)
      expect(html).toContain('<li>1 N MAIN ST</li>')
    },
  )

  it('says that a seat is vacant', () => {
    const html = lookupPage({ kind: 'answered', answer: { ...answer, representatives: [] }, districts: [] })
    expect(html).toContain('vacant')
    expect(html).not.toContain('<svg')
  })
})
