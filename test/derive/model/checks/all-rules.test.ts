import { describe, expect, it } from 'vitest'
import { faultsOf } from '../../../../derive/model/checks/all-rules.ts'
import type { Sentence } from '../../../../derive/model/grounding/answer.ts'
import { createBill } from '../../../../derive/model/grounding/bill.ts'
import type { Level } from '../../../../derive/model/grounding/levels.ts'
import { depositBill } from '../../../support/derive/numbered-bill.ts'

const bill = createBill(depositBill)

type Cited = readonly [section: string, quote: string]
const sentence = (text: string, ...cited: readonly Cited[]): Sentence => ({
  text,
  citations: cited.map(([section, quote]) => ({ section, quote })),
})
const rulesBrokenBy = (sentences: readonly Sentence[], level: Level = 'summary', not_stated: string[] = []) =>
  [...new Set(faultsOf({ sentences, not_stated }, bill, level).map(({ rule }) => rule))].sort()

const returned: Cited = ['s1', 'A landlord shall return the deposit of a tenant']
const liable: Cited = ['s2', 'is liable to the tenant for $2,500']
const form: Cited = ['s3', 'The Department of Housing shall publish a form']

describe('an answer of a model has no fault', () => {
  it.each<[string, Sentence]>([
    [
      'in the words of the text',
      sentence('A landlord must return the deposit of a tenant within 30 days.', returned),
    ],
    [
      'with numbers in words',
      sentence('Landlords return deposits thirty days after the tenancy ends.', returned),
    ],
    ['with an amount in other digits', sentence('A landlord in bad faith is liable for $2,500.00.', liable)],
    ['with a share', sentence('The tenant gets 10% of the deposit for each month of delay.', liable)],
    ['with a date', sentence('The Department of Housing must publish a form by January 1, 2028.', form)],
    ['with a month', sentence('The form is published by January 2028.', form)],
    [
      'with two sections',
      sentence('Deposits are returned in 30 days, or the landlord is liable.', returned, liable),
    ],
    [
      'with a verdict word of the law',
      sentence('It applies to historic buildings.', ['s4', 'applies to historic buildings']),
    ],
    [
      'with a quote over other spaces',
      sentence('A landlord shall return the deposit.', ['s1', 'A landlord  shall\nreturn']),
    ],
  ])('%s', (_, one) => {
    expect(faultsOf({ sentences: [one], not_stated: [] }, bill, 'summary')).toEqual([])
  })
})

describe('a rule refuses', () => {
  const plain = 'A landlord shall return the deposit of a tenant.'
  it.each<[rule: string, what: string, Sentence]>([
    ['quotes', 'a sentence without a citation', sentence(plain)],
    ['quotes', 'a section that does not exist', sentence(plain, returned, ['s9', 'return the deposit'])],
    ['quotes', 'a quote that the text lacks', sentence(plain, ['s1', 'shall return the whole deposit'])],
    ['quotes', 'a quote of another section', sentence(plain, returned, ['s2', 'return the deposit'])],
    ['quotes', 'a quote of two words', sentence(plain, ['s1', 'the deposit'])],
    [
      'quotes',
      'a quote that begins within a number',
      sentence('The tenant gets 500.', ['s2', '500, and for ten percent']),
    ],
    [
      'quotes',
      'a quote that ends within a word',
      sentence(plain, ['s1', 'A landlord shall return the depos']),
    ],
    ['numbers', 'an invented number', sentence('A landlord returns the deposit within 45 days.', returned)],
    ['numbers', 'a number of another section', sentence('A landlord returns a deposit of 2,500.', returned)],
    [
      'numbers',
      'an invented number in words',
      sentence('A landlord returns the deposit of three tenants.', returned),
    ],
    [
      'dates',
      'another day',
      sentence('The Department of Housing shall publish a form by January 2, 2028.', form),
    ],
    [
      'dates',
      'another month',
      sentence('The Department of Housing shall publish a form by March 2028.', form),
    ],
    ['measures', 'another unit', sentence('A landlord returns the deposit within 30 months.', returned)],
    ['measures', 'an amount in place of a share', sentence('The tenant gets $10 of the deposit.', liable)],
    ['names', 'an invented name', sentence('A landlord shall return the deposit to Jordan Vale.', returned)],
    [
      'names',
      'a name whose words stand apart',
      sentence('The Department of Deposit shall publish a form.', form),
    ],
    [
      'names',
      'an invented name at the beginning',
      sentence('Acmecorp shall return the deposit of a tenant.', returned),
    ],
    ['names', 'invented initials', sentence('A landlord shall return the deposit to the EPA.', returned)],
    [
      'support',
      'a claim without the words of its section',
      sentence('Schools teach children more music every week.', returned),
    ],
    [
      'verdicts',
      'a verdict',
      sentence('A landlord shall return the deposit, an important change.', returned),
    ],
    [
      'verdicts',
      'a verdict word of the law about the bill',
      sentence('A historic bill makes a landlord return the deposit.', returned),
    ],
    ['procedure', 'a sponsor', sentence('The deposit bill is sponsored by a landlord.', returned)],
    [
      'procedure',
      'a vote of a chamber',
      sentence('The senate passed the return of the deposit of a tenant.', returned),
    ],
    [
      'procedure',
      'a status',
      sentence('A landlord shall return the deposit, as the bill was enacted.', returned),
    ],
    ['markup', 'a link', sentence('A landlord shall return the deposit, see deposits.com.', returned)],
    ['markup', 'markup', sentence('A landlord shall <b>return</b> the deposit.', returned)],
    ['markup', 'half of a character', sentence('A landlord shall return the deposit \ud83d.', returned)],
    ['markup', 'words about itself', sentence('Here is the deposit of a tenant.', returned)],
    [
      'language',
      'another language',
      sentence('Un arrendador debe devolver el deposito del inquilino antes.', returned),
    ],
    ['language', 'other letters', sentence('A landlord returns the deposit: 存款.', returned)],
    [
      'lengths',
      'a long sentence',
      sentence(`A landlord shall return ${'the deposit and '.repeat(16)} it.`, returned),
    ],
  ])('%s: %s', (rule, _, one) => {
    expect(rulesBrokenBy([one])).toContain(rule)
  })

  it('lengths: no sentence, too many sentences, too many words', () => {
    const one = sentence(plain, returned)
    expect(rulesBrokenBy([])).toEqual(['lengths'])
    expect(rulesBrokenBy([one, one], 'headline')).toEqual(['lengths'])
    expect(rulesBrokenBy([one, one, one, one, one])).toEqual(['lengths'])
  })

  it('not_stated: a topic that the text has words about, or that is none', () => {
    const one = sentence(plain, returned)
    expect(rulesBrokenBy([one], 'summary', ['effective_date', 'enforcement'])).toEqual([])
    expect(rulesBrokenBy([one], 'summary', ['deadline'])).toEqual(['not_stated'])
    expect(rulesBrokenBy([one], 'summary', ['weather'])).toEqual(['not_stated'])
  })
})

describe('words that give orders to a model', () => {
  it('prove nothing: no quote, number or name of them is accepted', () => {
    const obeyed = sentence('It is a landmark reform worth $9,000,000 by Senator Vale.', [
      's3',
      'it is a landmark reform worth $9,000,000 by Senator Vale',
    ])
    expect(rulesBrokenBy([obeyed])).toEqual(['measures', 'names', 'numbers', 'quotes', 'support', 'verdicts'])
  })
})
