import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuestionFilters } from '../../../api/question/fact.ts'
import { parseQuestion } from '../../../api/question/parse-question.ts'

const TODAY = '2026-11-30'
const state = (code: string) => `ocd-division/country:us/state:${code}`
const US = 'ocd-division/country:us'

/** The conditions that were read, and the words that are left. */
function read(question: string): { filters: Partial<QuestionFilters>; terms: string } {
  const { filters, terms } = parseQuestion(question, TODAY)
  const stated = Object.entries(filters).filter(([, value]) => value !== null && value.length !== 0)
  return { filters: Object.fromEntries(stated) as Partial<QuestionFilters>, terms: terms.join(' ') }
}

const PENDING = [
  ...['prefiled', 'introduced', 'in_committee', 'reported', 'passed_one_chamber'],
  ...['passed_both', 'to_executive', 'carried_over'],
]
const PASSED = ['passed_both', 'to_executive', 'enacted', 'adopted', 'vetoed']

describe('a question states', () => {
  it.each<[string, object, string]>([
    ['kratom bans in Ohio', { jurisdictions: [state('oh')] }, 'kratom bans'],
    ['What is West Virginia doing about opioids?', { jurisdictions: [state('wv')] }, 'opioids'],
    ["washington state's ferry fees", { jurisdictions: [state('wa')] }, 'ferry fees'],
    ['rent control in Washington, D.C.', { jurisdictions: [state('dc')] }, 'rent control'],
    ['data privacy in Texas or Oregon', { jurisdictions: [state('tx'), state('or')] }, 'data privacy'],
    ['kratom ban WA', { jurisdictions: [state('wa')] }, 'kratom ban'],
    ['photo ID at the polls in OR', { jurisdictions: [state('or')] }, 'photo id polls'],
    ['photo ID at the polls', {}, 'photo id polls'],
    ['VA hospital care', {}, 'va hospital care'],
    ['water in the Colorado River', {}, 'water colorado river'],
    ['New York City rats', { jurisdictions: [state('ny')] }, 'new york city rats'],
    ['Kansas City stadium', {}, 'kansas city stadium'],
    ['crypto rules in Congress', { jurisdictions: [US] }, 'crypto rules'],
    ['state of Maine lobster rules', { jurisdictions: [state('me')] }, 'lobster rules'],
    ['Arizona state parks', { jurisdictions: [state('az')] }, 'state parks'],
  ])('a place: %s', (question, filters, terms) => expect(read(question)).toEqual({ filters, terms }))

  it.each<[string, object, string]>([
    ['bail reform 2025', { years: [2025] }, 'bail reform'],
    ['bail reform bills introduced in 2025', { years: [2025] }, 'bail reform'],
    ['bail reform since 2024', { introduced_since: '2024-01-01' }, 'bail reform'],
    ['bail reform after 2024', { introduced_since: '2025-01-01' }, 'bail reform'],
    ['audits of the 2020 election', {}, 'audits 2020 election'],
    ['net zero by 2050', {}, 'net zero 2050'],
    ['all new cars electric by 2026', {}, 'new cars electric 2026'],
    ['bail reform in the 2025-26 session', { sessions: ['2025-2026', '2025-26'] }, 'bail reform'],
    ['drones in the 119th Congress', { sessions: ['119', '119th'], jurisdictions: [US] }, 'drones'],
    ['drones in the 104th General Assembly', { sessions: ['104', '104th'] }, 'drones'],
    ['drones since March 2026', { introduced_since: '2026-03-01' }, 'drones'],
    ['drones after March 2026', { introduced_since: '2026-04-01' }, 'drones'],
    ['drones filed before May 5, 2026', { introduced_before: '2026-05-05' }, 'drones'],
    [
      'drones introduced in February 2026',
      { introduced_since: '2026-02-01', introduced_before: '2026-03-01' },
      'drones',
    ],
    ['drones in the last 30 days', { introduced_since: '2026-10-31' }, 'drones'],
    ['drones last year', { introduced_since: '2025-01-01', introduced_before: '2026-01-01' }, 'drones'],
    [
      'drones introduced this year',
      { introduced_since: '2026-01-01', introduced_before: '2027-01-01' },
      'drones',
    ],
    ['felons convicted in the past 10 years who vote', {}, 'felons convicted past 10 years vote'],
  ])('a time: %s', (question, filters, terms) => expect(read(question)).toEqual({ filters, terms }))

  it.each<[string, object, string]>([
    ['bills about drones that were vetoed', { statuses: ['vetoed'] }, 'drones'],
    ['drone bills signed into law', { statuses: ['enacted'] }, 'drone'],
    ['enacted bills about drones', { statuses: ['enacted'] }, 'drones'],
    ['pending bills on drones', { statuses: PENDING }, 'drones'],
    ['which drone bills have passed?', { statuses: PASSED }, 'drone'],
    ['drone bills that failed', { statuses: ['failed', 'dead'] }, 'drone'],
    ['failed drug tests at work', {}, 'failed drug tests work'],
    ['drones still in committee', { statuses: ['in_committee'] }, 'drones'],
    ['Senate bills on drones', { chambers: ['upper'] }, 'drones'],
    ['drone rules introduced in the House', { chambers: ['lower'] }, 'drone rules'],
    ['lead paint in the house', {}, 'lead paint house'],
    ['White House bills', {}, 'white house'],
  ])('progress or a chamber: %s', (question, filters, terms) =>
    expect(read(question)).toEqual({ filters, terms }),
  )

  it.each<[string, object, string]>([
    ['what does HB 1234 do in Washington?', { identifiers: ['HB 1234'], jurisdictions: [state('wa')] }, ''],
    ['is House Bill 12 about drones', { identifiers: ['House Bill 12'] }, 'drones'],
    ['status of hb12', { identifiers: ['hb12'] }, 'status'],
    ['S. 5 and drones', { identifiers: ['S. 5'] }, 'drones'],
    ['limits on PM 2.5 and COVID 19', {}, 'limits pm 2 5 covid 19'],
    ['drones sponsored by Jane Alder', { sponsors: ['Jane Alder'] }, 'drones'],
    ["Senator Alder's bills on drones", { sponsors: ['Alder'] }, 'drones'],
    ['drone bills introduced by Republicans', {}, 'drone bills introduced republicans'],
  ])('a number or a sponsor: %s', (question, filters, terms) =>
    expect(read(question)).toEqual({ filters, terms }),
  )

  it('nothing, if it has only a subject', () => {
    expect(read('let teens vote in local elections')).toEqual({
      filters: {},
      terms: 'let teens vote local elections',
    })
  })
})

describe('words around the subject', () => {
  it.each([
    ['show me all bills about school lunches', 'school lunches', ['show', 'bills']],
    ['Is there a law against ghost guns?', 'against ghost guns', ['law']],
    ['which states want to ban plastic bags', 'ban plastic bags', ['states', 'want']],
    ['law enforcement body cameras', 'law enforcement body cameras', []],
    ['bill of rights for tenants', 'bill rights tenants', []],
    ['new cars without spare tires', 'new cars without spare tires', []],
    ['bills', 'bills', []],
  ])('are ignored: %s', (question, terms, ignored) => {
    const parsed = parseQuestion(question, TODAY)
    expect(parsed.terms.join(' ')).toBe(terms)
    expect(parsed.ignored).toEqual(ignored)
  })
})

it('every question can be read, and each of its words is a fact, a term or ignored', () => {
  const words = fc.constantFrom(
    ...[
      'Ohio',
      'in',
      'OR',
      '2025',
      'since',
      'March',
      'HB 12',
      'Senator',
      'Alder',
      'bills',
      'vetoed',
      'drones',
    ],
    ...[
      'last',
      '30',
      'days',
      '119th',
      'Congress',
      'the',
      'House',
      '2025-26',
      '💧',
      'É',
      '5/5/2026',
      '9999-99-99',
    ],
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (parts) => {
      const question = parts.join(' ')
      const { subject, filters } = parseQuestion(question, TODAY)
      expect(subject).toHaveLength(question.normalize('NFC').replace(/\s/gu, ' ').length)
      for (const day of [filters.introduced_since, filters.introduced_before])
        if (day !== null) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/u)
    }),
  )
})
