import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Draft, DraftedBill } from '../../../../derive/targets/outreach/draft.ts'
import { draftToLegislator } from '../../../../derive/targets/outreach/legislator-draft.ts'
import { draftToOrganization } from '../../../../derive/targets/outreach/organization-draft.ts'
import type { WeighedReason } from '../../../../derive/targets/score/evidence.ts'
import { targetBases, targetReasons } from '../../../../schemas/vocabulary/targets.ts'

const bill: DraftedBill = {
  id: 7,
  place: 'Washington',
  session: '2025-2026',
  identifier: 'HB 1110',
  title: 'Creating more homes',
  latest_action: { date: '2026-02-03', description: 'Referred to Housing.' },
}

const reasonOf = (values: Partial<WeighedReason>): WeighedReason => ({
  kind: 'filing_mention',
  basis: 'direct_mention',
  about: 'HB 1110',
  quote: 'HB 1110, middle housing',
  day: '2026-01-20',
  source_url: 'https://filings.example/1',
  stance: null,
  weight: 0.6,
  ...values,
})

/** Everything outside of quotation marks. */
const ownWords = ({ subject, body, facts }: Draft): string =>
  [subject, body, ...facts.map(({ text }) => text)].join('\n').replaceAll(/“[^”]*”/gu, '')

const anyReason = fc
  .record({
    kind: fc.constantFrom(...targetReasons),
    basis: fc.constantFrom(...targetBases),
    quote: fc.constantFrom('supports HB 1110', null),
    day: fc.constantFrom('2026-01-20', null),
    source_url: fc.constantFrom('https://filings.example/1', null),
  })
  .map(reasonOf)

describe('a draft to an organization', () => {
  it('says what the records say, each fact with its source', () => {
    const draft = draftToOrganization(bill, {
      name: 'Home Builders',
      url: 'https://builders.example',
      position: null,
      reasons: [reasonOf({})],
    })
    expect(draft.subject).toBe('A question about HB 1110 of Washington')
    expect(draft.body).toBe(`Hello,

HB 1110 of Washington (session 2025-2026) has the title “Creating more homes”. Its latest action is of 2026-02-03: “Referred to Housing.”.

I am writing to Home Builders because of public records:
- A lobbying filing of 2026-01-20 for Home Builders names HB 1110: “HB 1110, middle housing”.

We do not know your position on HB 1110, and we do not assume one. Would you tell us how you see it?

Kind regards
[your name and organization]`)
    expect(draft.facts.map(({ source }) => source)).toEqual([
      '/v1/bills/7',
      '/v1/bills/7/actions',
      'https://filings.example/1',
    ])
    expect(draft.channel).toBe('web')
  })

  it('names a position only as it was stated on this very bill', () => {
    const stated = reasonOf({ kind: 'stated_position', quote: null })
    const draft = (stance: WeighedReason['stance']) =>
      draftToOrganization(bill, {
        name: 'A',
        url: null,
        position: 'support',
        reasons: [{ ...stated, stance }],
      }).facts.at(-1)!.text
    expect(draft('support')).toBe('A stated on 2026-01-20 that it supports HB 1110.')
    expect(draft('oppose')).toBe('A stated on 2026-01-20 that it opposes HB 1110.')
    expect(draft('neutral')).toBe('A stated on 2026-01-20 that it is neutral on HB 1110.')
    expect(draft(null)).toBe('A published a statement on 2026-01-20 about HB 1110.')
    const other = { ...stated, basis: 'similar_bill', about: 'SB 5 of Oregon' } as const
    expect(
      draftToOrganization(bill, { name: 'A', url: null, position: null, reasons: [other] }).facts.at(-1)!
        .text,
    ).toBe('A published a statement on 2026-01-20 about SB 5 of Oregon, a bill like HB 1110.')
  })

  it('never claims support or opposition that was not stated, and gives every fact a source', () => {
    fc.assert(
      fc.property(fc.array(anyReason, { minLength: 1, maxLength: 5 }), (reasons) => {
        const draft = draftToOrganization(bill, { name: 'A', url: null, position: null, reasons })
        expect(ownWords(draft)).not.toMatch(/support|oppos|favor|against|agree|ally|allies|neutral/iu)
        for (const { text, source } of draft.facts) {
          expect(source).toMatch(/^(?:https:\/\/|\/v1\/)/u)
          expect(draft.body).toContain(text)
        }
      }),
    )
  })
})

describe('a draft to a legislator', () => {
  const legislator = {
    id: 3,
    name: 'Ana Lee',
    title: 'Senator',
    email: 'ana@legislature.example',
    has_page: true,
    has_phone: true,
    reasons: [
      { reason: 'sponsor', role: 'primary', committee: null },
      { reason: 'committee_member', role: 'chair', committee: { name: 'Housing' } },
      { reason: 'floor_leader', role: 'Majority Leader', committee: null },
    ],
  } as const

  it('says why this person, and leaves what is asked for to its sender', () => {
    const { body, facts } = draftToLegislator(bill, legislator)
    expect(body).toContain('Dear Senator Ana Lee,')
    expect(body).toContain('You are named as a sponsor of HB 1110 (primary).')
    expect(body).toContain('[Say here what you ask for, and why.]')
    expect(facts.map(({ text }) => text).slice(2)).toEqual([
      'Ana Lee is named as a sponsor of HB 1110 (primary).',
      'Ana Lee is on the committee that has HB 1110, Housing (chair).',
      'Ana Lee is a leader (Majority Leader) of the chamber that acts on HB 1110 next.',
    ])
  })

  it('goes by mail if there is an address, else by a page, else by telephone', () => {
    const channel = (values: object) => draftToLegislator(bill, { ...legislator, ...values }).channel
    expect(channel({})).toBe('email')
    expect(channel({ email: null })).toBe('web')
    expect(channel({ email: null, has_page: false })).toBe('phone')
    expect(channel({ email: null, has_page: false, has_phone: false })).toBe('none')
  })
})
