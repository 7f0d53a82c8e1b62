import { describe, expect, it } from 'vitest'
import { describeChanges } from '../../../../derive/changes/description/describe-changes.ts'
import { versionText } from '../../../support/derive/version-texts.ts'

const head = ['A BILL', 'To pay for school meals.']
const meals = 'The department shall pay for the meals of every pupil in each public school of this State.'
const section = (number: number, ...lines: string[]) => [`SEC. ${number}. MEALS.`, ...lines]
const describeLines = (from: readonly string[], to: readonly string[]) =>
  describeChanges(versionText([...head, ...from]), versionText([...head, ...to]))
const textsOf = (from: readonly string[], to: readonly string[]) =>
  describeLines(from, to).sentences.map(({ kind, text }) => [kind, text])

describe('the sentences about a change', () => {
  it.each([
    [
      'amount',
      'may spend $4,000 a year on it',
      'may spend $5,000 a year on it',
      'the amount changes from $4,000 to $5,000',
    ],
    [
      'percentage',
      'is 5 percent of the cost',
      'is 7.5 percent of the cost',
      'the percentage changes from 5 percent to 7.5 percent',
    ],
    [
      'date',
      'reports by July 1, 2026 to the chair',
      'reports by June 1, 2027 to the chair',
      'the date changes from July 1, 2026 to June 1, 2027',
    ],
    [
      'period',
      'lasts for 1 year from that day',
      'lasts for 18 months from that day',
      'the period changes from 1 year to 18 months',
    ],
    [
      'number',
      'has a board of 10 members who meet',
      'has a board of 12 members who meet',
      'the number before “member” changes from 10 to 12',
    ],
    [
      'reference',
      'as described in section 12(a) of this Act',
      'as described in section 13(a) of this Act',
      'the reference changes from section 12(a) to section 13(a)',
    ],
    [
      'appropriation',
      'there is appropriated $4,000 for this',
      'there is appropriated $5,000 for this',
      'the amount changes from $4,000 to $5,000',
    ],
    [
      'penalty',
      'pays a civil penalty of $400 for each day',
      'pays a civil penalty of $500 for each day',
      'the amount of the penalty changes from $400 to $500',
    ],
    [
      'effective_date',
      'this Act takes effect on July 1, 2026',
      'this Act takes effect on June 1, 2027',
      'the effective date changes from July 1, 2026 to June 1, 2027',
    ],
    [
      'sunset',
      'this program expires on July 1, 2026',
      'this program expires on June 1, 2027',
      'the date of the end changes from July 1, 2026 to June 1, 2027',
    ],
  ])('say for a pure swap of one %s from and to', (kind, older, newer, said) => {
    expect(
      textsOf(section(1, meals, `The school ${older}.`), section(1, meals, `The school ${newer}.`)),
    ).toEqual([[kind, `Section 1: ${said}.`]])
  })

  it.each([
    ['duty', 'The school may feed them.', 'The school shall feed them.', 'drops “may” and adds “shall”'],
    [
      'agency',
      'It asks the Secretary of Health first.',
      'It asks the Commissioner of Schools first.',
      'drops “Secretary of Health” and adds “Commissioner of Schools”',
    ],
    [
      'wording',
      'The school feeds pupils who ask for it.',
      'The school feeds hungry pupils who ask for it.',
      'adds “hungry” after “The school feeds”',
    ],
    [
      'penalty',
      'Whoever takes a meal pays for it.',
      'Whoever takes a meal commits a felony and pays for it.',
      'adds “commits a felony and” after “Whoever takes a meal”',
    ],
    [
      'amount',
      'The school pays for it.',
      'The school pays up to $500 for it.',
      'adds “up to $500” after “The school pays”',
    ],
  ])('say for any other edit about %s what is dropped and added', (kind, older, newer, said) => {
    expect(textsOf(section(1, meals, older), section(1, meals, newer))).toEqual([
      [kind, `Section 1 ${said}.`],
    ])
  })

  it('do not pair values of other units, or values in a line that is mostly rewritten', () => {
    const kinds = (older: string, newer: string) =>
      describeLines(section(1, meals, meals, older), section(1, meals, meals, newer)).sentences.map(
        (each) => each.confidence,
      )
    expect(kinds('The board has 10 members who meet.', 'The board has 12 districts who meet.')).toEqual([
      'contextual',
    ])
    expect(kinds('Pay each of them $10.', 'Pay each of them $20.')).toEqual(['exact'])
    expect(kinds('Pay $10.', 'Pay $20.')).toEqual(['contextual'])
    const [guidance, rule] = ['issue guidance on it', 'promulgate a rule on it'].map(
      (act) => (day: string) => `(b) Not later than ${day}, the Secretary of Health shall ${act}.`,
    )
    expect(kinds(guidance!('June 1, 2026'), guidance!('July 1, 2026'))).toEqual(['exact'])
    expect(kinds(guidance!('June 1, 2026'), rule!('July 1, 2026'))).not.toContain('exact')
    const days = (count: string) =>
      `The board answers each request of a pupil within ${count} days of its receipt.`
    expect(kinds(days('30'), days('45'))).toEqual(['exact'])
    expect(kinds(days('30'), days('thirty'))).not.toContain('exact')
    const amended = (section: number) =>
      `Section ${section} is amended by striking the second sentence of it.`
    expect(kinds(amended(12), amended(250))).toEqual(['contextual'])
    expect(kinds('Pay each of them $10.', 'Nobody gets $20.')).toEqual(['contextual'])
  })

  it('do not call a section removed if the other print has no line breaks', () => {
    const lines = [
      ...section(1, `${meals} ${meals}`),
      ...section(2, 'The fee is $10 for each meal of a pupil.'),
    ]
    const glued = lines.join(' ').replace('$10', '$20')
    expect(textsOf(lines, [`Enrolled ${glued}`]).map(([kind]) => kind)).not.toContain('section_removed')
  })

  it('name sections that are new, removed or renumbered', () => {
    const buses =
      'The buses of the district stop in front of each of its schools, in the morning and at noon.'
    const busSection = (number: number) => [`SEC. ${number}. BUSES.`, buses]
    expect(textsOf(section(1, meals), [...section(1, meals), ...busSection(2)])).toEqual([
      ['section_added', `Section 2 is new: “BUSES. ${buses}”.`],
    ])
    expect(textsOf([...busSection(1), ...section(2, meals)], section(1, meals))).toEqual([
      ['section_removed', `Section 1 is removed: “BUSES. ${buses}”.`],
      ['section_renumbered', 'Section 2 is now section 1.'],
    ])
  })

  it('name a term that gets a definition', () => {
    const term = '“Meal” means what a pupil eats at noon.'
    expect(textsOf(section(1, meals), section(1, meals, term))).toEqual([
      ['definition', `Section 1 adds a definition of “Meal”: “${term}”.`],
    ])
  })

  it('do not call a date the end of a law because a heading names one', () => {
    const kindsOf = (line: (day: string) => string) =>
      textsOf(section(1, meals, line('July 1, 2025')), section(1, meals, line('July 1, 2027'))).map(
        ([kind]) => kind,
      )
    const loans = 'loan that a pupil receives for meals on or after'
    expect(kindsOf((day) => `(a) Sunset of deferments.—A ${loans} ${day}, is due without delay.`)).toEqual([
      'date',
    ])
    expect(
      kindsOf((day) => `(a) Loans.—The program of loans for meals expires on ${day}, and not before.`),
    ).toEqual(['sunset'])
  })

  it('count the same change in several places once', () => {
    const lines = (days: number) =>
      ['one', 'two'].map((name) => `School ${name} answers within ${days} days of a request.`)
    expect(textsOf(section(1, ...lines(30)), section(1, ...lines(45)))).toEqual([
      ['period', 'Section 1: the period changes from 30 days to 45 days, in 2 places.'],
    ])
  })
})

describe('a reprint', () => {
  it('has an unchanged wording, whatever its case, spaces, quotation marks and page heads are', () => {
    const reprint = ['An Act', 'To pay for school meals.', 'Sec. 1. Meals.', meals.replace(' the ', '  THE ')]
    const law = describeChanges(versionText([...head, ...section(1, meals)]), versionText(reprint))
    expect(law).toEqual({
      summary: 'The wording is unchanged.',
      unchanged_wording: true,
      sentences: [],
      omitted: [],
      unexplained_words: 0,
    })
  })
})

describe('struck words', () => {
  const marked = (mark: 'none' | 'struck') =>
    versionText(
      mark === 'struck'
        ? ['SEC. 1. MEALS.', 'The school  feeds them.']
        : ['SEC. 1. MEALS.', 'The school never feeds them.'],
      'text/html',
      [
        [{ text: 'SEC. 1. MEALS.', mark: 'none' }],
        [
          { text: 'The school ', mark: 'none' },
          { text: 'never', mark },
          { text: ' feeds them.', mark: 'none' },
        ],
      ],
    )

  it('are said to be struck, and to be restored', () => {
    const texts = (from: 'none' | 'struck', to: 'none' | 'struck') =>
      describeChanges(marked(from), marked(to)).sentences.map(({ kind, text }) => [kind, text])
    expect(texts('none', 'struck')).toEqual([['struck', 'Section 1 strikes “never”.']])
    expect(texts('struck', 'none')).toEqual([['restored', 'Section 1 restores “never”, which was struck.']])
  })
})

it('a section whose words only stand in other lines has not changed, however its lines pair', () => {
  const items = [
    'a. A member of the senate, appointed by the senate majority leader.',
    'b. A member of the house, appointed by the house majority leader.',
    'c. A person who speaks for cities, appointed by the governor.',
    'd. A person who speaks for counties, appointed by the governor.',
  ]
  const [a, b, c, d] = items
  const from = section(2, `The task force has: ${a} ${b}`, c!, `${d} It meets in May.`)
  const to = section(2, 'The task force has:', `${a} ${b}`, `${c} ${d}`, 'It meets in May.')
  expect(describeLines(from, to)).toMatchObject({ unchanged_wording: true, sentences: [] })
})
