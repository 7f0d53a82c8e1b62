import { expect, it } from 'vitest'
import { diffSectionTrees } from '../../../derive/diff/diff-section-trees.ts'
import { createWorkLimit } from '../../../derive/diff/sequences/work-limit.ts'
import type { SectionChange } from '../../../derive/diff/version-diff.ts'
import { type GivenSection, sectionTree } from '../../support/derive/section-trees.ts'

const section = (number: string, heading: string, ...lines: GivenSection['lines']): GivenSection => ({
  number,
  heading,
  lines: [`SEC. ${number}. ${heading}.`, ...lines],
})

const title = section('1', 'SHORT TITLE', 'This Act may be cited as the Safe Water Act.')
const duty = section(
  '2',
  'DUTY TO TEST',
  'Each public water system shall test its water for lead every year.',
)
const fine = section(
  '3',
  'PENALTIES',
  'A person who breaks a rule under this Act is liable for a fine of $4,000 for each day.',
)
const grants = section(
  '4',
  'GRANTS',
  'The Administrator may make grants to the States for new pipes in schools.',
)

const compare = (from: readonly GivenSection[], to: readonly GivenSection[]) =>
  diffSectionTrees(sectionTree(from), sectionTree(to))

/** The ops of the lines that are not the same, in a short form: `-old+new`. */
const changesOf = (change: SectionChange): string[] =>
  change.paragraphs
    .filter((ops) => ops.some(({ op }) => op !== 'keep'))
    .map((ops) => ops.map(({ op, text }) => `${{ keep: '=', delete: '-', insert: '+' }[op]}${text}`).join(''))

it('an amount that changes is one deletion and one insertion', () => {
  const raised = section('3', 'PENALTIES', String(fine.lines[1]).replace('$4,000', '$5,500'))
  const diff = compare([title, duty, fine], [title, duty, raised])
  expect(diff.sections.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged', 'changed'])
  expect(changesOf(diff.sections[2]!)).toEqual([
    '=A person who breaks a rule under this Act is liable for a fine of -$4,000+$5,500= for each day.',
  ])
  expect(diff.stats).toMatchObject({ sections_changed: 1, words_added: 1, words_removed: 1 })
})

it('one equal word between two changes belongs to the change', () => {
  const old = section('3', 'PENALTIES', 'The fine is 10 or 20 percent of the value.')
  const next = section('3', 'PENALTIES', 'The fine is 15 or 25 percent of the value.')
  expect(changesOf(compare([old], [next]).sections[0]!)).toEqual([
    '=The fine is -10 or 20+15 or 25= percent of the value.',
  ])
})

it('a section with another number and the same words is renumbered', () => {
  const numbered = section('3', 'DUTY TO TEST', duty.lines[1]!)
  const added = section('2', 'DEFINITIONS', 'In this Act, the term “lead” means the metal.')
  const { sections, stats } = compare([title, duty], [title, added, numbered])
  expect(sections.map(({ kind, from_number, to_number }) => [kind, from_number, to_number])).toEqual([
    ['unchanged', '1', '1'],
    ['added', null, '2'],
    ['renumbered', '2', '3'],
  ])
  expect(stats).toMatchObject({ sections_added: 1, sections_moved: 0 })
})

it('a section with the same words at another place is moved', () => {
  const { sections, stats } = compare([title, duty, fine, grants], [title, grants, duty, fine])
  expect(sections.map(({ kind, to_number }) => [kind, to_number])).toEqual([
    ['unchanged', '1'],
    ['moved', '4'],
    ['unchanged', '2'],
    ['unchanged', '3'],
  ])
  expect(stats).toMatchObject({ sections_moved: 1, words_added: 0, words_removed: 0, kept_share: 1 })
})

it('a section that moved and changed is found by its words', () => {
  const moved = section('9', 'HELP FOR SCHOOLS', String(grants.lines[1]).replace('may', 'shall'))
  const { sections } = compare([title, grants, duty, fine], [title, duty, fine, moved])
  expect(sections.at(-1)).toMatchObject({
    kind: 'changed',
    from_number: '4',
    to_number: '9',
    heading: 'HELP FOR SCHOOLS',
    is_moved: true,
  })
})

it('a removed section stands after the section that it followed', () => {
  const { sections } = compare([title, duty, fine], [title, fine])
  expect(sections.map(({ kind }) => kind)).toEqual(['unchanged', 'removed', 'unchanged'])
  expect(compare([title, duty], [duty]).sections.map(({ kind }) => kind)).toEqual(['removed', 'unchanged'])
})

it('a rewritten section is replaced, and its words are not compared', () => {
  const rewritten = section(
    '3',
    'PENALTIES',
    'Courts decide what happens. Appeals go to Congress alone within two weeks.',
  )
  const { sections } = compare([title, fine], [title, rewritten])
  expect(sections[1]).toMatchObject({ kind: 'replaced', from_number: '3', to_number: '3' })
  expect(sections[1]!.paragraphs.flat().every(({ op }) => op !== 'keep')).toBe(true)
})

it('a text that shares nothing with the older text is a complete replacement', () => {
  const other = [
    section('1', 'NAME', 'Call it whatever you like, since nobody reads names.'),
    section('2', 'HORSES', 'Wild horses graze on public land without permits.'),
  ]
  expect(compare([title, duty, fine, grants], other).complete_replacement).toBe(true)
  expect(compare([title, duty, fine, grants], [title, duty]).complete_replacement).toBe(false)
})

it('words that are struck are deleted as law and inserted as struck', () => {
  const before = { lines: ['The fine is $4,000 for each day of delay.'] }
  const after = {
    lines: [
      [
        { text: 'The fine is ', mark: 'none' },
        { text: '$4,000', mark: 'struck' },
        { text: ' for each day of delay.', mark: 'none' },
      ],
    ],
  } as const
  expect(compare([before], [after]).sections[0]!.paragraphs).toEqual([
    [
      { op: 'keep', mark: 'none', text: 'The fine is ' },
      { op: 'delete', mark: 'none', text: '$4,000' },
      { op: 'insert', mark: 'struck', text: '$4,000' },
      { op: 'keep', mark: 'none', text: ' for each day of delay.' },
    ],
  ])
})

it('a line that is struck whole, and a line without words, are not lost', () => {
  const old = section('3', 'PENALTIES', fine.lines[1]!, 'It is due in May.')
  const next = section('3', 'PENALTIES', fine.lines[1]!, [{ text: 'It is due in May.', mark: 'struck' }], '')
  expect(compare([old], [next]).sections[0]!.paragraphs.slice(2)).toEqual([
    [
      { op: 'delete', mark: 'none', text: 'It is due in May.' },
      { op: 'insert', mark: 'struck', text: 'It is due in May.' },
    ],
    [{ op: 'insert', mark: 'none', text: '' }],
  ])
})

it('a limit of work that is reached makes the diff coarser and says so', () => {
  const raised = section('3', 'PENALTIES', String(fine.lines[1]).replace('$4,000', '$5,500'))
  const diff = diffSectionTrees(sectionTree([title, fine]), sectionTree([title, raised]), createWorkLimit(0))
  expect(diff.truncated).toBe(true)
  expect(diff.sections.map(({ kind }) => kind)).toEqual(['unchanged', 'replaced'])
})

it('a section that keeps all its words but a line after its first one is not rewritten', () => {
  const first =
    'Sec. 9. Of the balances of the fund for expenses that do not recur, $2,362,000 are rescinded.'
  const unheaded = (...lines: string[]): GivenSection => ({ number: '9', heading: null, lines })
  const older = unheaded(first, 'This division may be cited as the Security Act.')
  const newer = unheaded(first, 'Repeal of notices')
  expect(compare([older], [newer]).sections.map(({ kind }) => kind)).toEqual(['changed'])
})

it('a heading of many sections does not say which of them is which', () => {
  const names = ['water', 'grain', 'steel', 'paper', 'glass']
  const amendment = (number: number, name: string) =>
    section(
      String(number),
      'AMENDMENT',
      `The board of ${name} meets twice a year at ${name} works, and each member of it may ask to see the ${name} books.`,
    )
  const older = names.map((name, place) => amendment(place + 1, name))
  const newer = ['cotton', ...names].map((name, place) => amendment(place + 1, name))
  const diff = compare(older, newer)
  expect(diff.sections.map(({ kind }) => kind)).toEqual(['added', ...names.map(() => 'renumbered')])
})

it('items of a list are paired by their words, whatever their labels are', () => {
  const item = (label: string, amount: string, what: string) =>
    `(${label}) ${amount} for the development, procurement, and integration of ${what}`
  const older = [item('8', '$2,400', 'soup that is not hot; and'), item('9', '$7,200', 'plates.')]
  const newer = [item('6', '$7,200', 'plates; and'), item('7', '$2,550', 'spoons.')]
  expect(
    changesOf(compare([section('1', 'SOUP', ...older)], [section('1', 'SOUP', ...newer)]).sections[0]!),
  ).toEqual([
    `-${older[0]}`,
    '=(-9+6=) $7,200 for the development, procurement, and integration of plates-.+; and',
    `+${newer[1]}`,
  ])
})
