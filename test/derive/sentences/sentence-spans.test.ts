import { expect, it } from 'vitest'
import { sentenceSpans } from '../../../derive/sentences/sentence-spans.ts'

const sentencesOf = (line: string) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end))

it('a line is divided at the ends of its sentences', () => {
  expect(sentencesOf('  The board shall meet. It may vote!  Does it? ')).toEqual([
    'The board shall meet.',
    'It may vote!',
    'Does it?',
  ])
})

it('abbreviations, initials and amounts end no sentence', () => {
  for (const line of [
    'Section 2 of the Act (25 U.S.C. 4101) is amended.',
    'H. R. 1029 of the 115th Congress, as passed, is enacted into law.',
    'See Sec. 4 and No. 12 for 3.5 percent of $1.25 million.',
  ]) {
    expect(sentencesOf(line)).toEqual([line])
  }
})

it('a closing quotation mark belongs to its sentence', () => {
  expect(sentencesOf('It says “stop.” The driver must stop.')).toEqual([
    'It says “stop.”',
    'The driver must stop.',
  ])
})
