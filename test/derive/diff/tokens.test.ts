import { expect, it } from 'vitest'
import { joinRuns, tokensOf } from '../../../derive/diff/tokens.ts'

const textsOf = (text: string) => tokensOf([{ text, mark: 'none' }]).map((token) => token.text)

it.each([
  ['pay $4,000,000 or 12.5%.', ['pay', '$4,000,000', 'or', '12.5%', '.', '']],
  ['the agency’s 1st sec. 3a(b)', ['the', 'agency’s', '1st', 'sec', '.', '3a', '(', 'b', ')', '']],
  ['section 58-38a-205 or 1400Z–1', ['section', '58-38a-205', 'or', '1400Z–1', '']],
  ['18-month', ['18', '-', 'month', '']],
  ['', ['']],
])('%j has the tokens %j', (text, tokens) => {
  expect(textsOf(text)).toEqual(tokens)
})

it('a token has the spaces before it and the mark of its run', () => {
  expect(
    tokensOf([
      { text: 'old ', mark: 'none' },
      { text: ' law ', mark: 'struck' },
    ]),
  ).toEqual([
    { spaces: [], text: 'old', mark: 'none', is_word: true },
    {
      spaces: [
        { text: ' ', mark: 'none' },
        { text: ' ', mark: 'struck' },
      ],
      text: 'law',
      mark: 'struck',
      is_word: true,
    },
    { spaces: [{ text: ' ', mark: 'struck' }], text: '', mark: 'none', is_word: false },
  ])
})

it('joined runs differ from their neighbors and are not empty', () => {
  expect(
    joinRuns([
      { text: 'a', mark: 'none' },
      { text: '', mark: 'struck' },
      { text: 'b', mark: 'none' },
    ]),
  ).toEqual([{ text: 'ab', mark: 'none' }])
})
