import { Type } from 'typebox'
import { Closed } from '../fields.ts'

const Word = (example: string) => Type.String({ examples: [example] })

export const Suggestions = Type.Array(
  Closed({
    typed: Word('marajuana'),
    suggested: Type.Array(Word('marijuana'), { minItems: 1, description: 'The most likely first' }),
  }),
  { description: 'For words that hardly any bill has: words that were probably meant' },
)

/** Beside the items of a search. */
export const Interpreted = Type.Optional(
  Closed(
    { suggestions: Suggestions },
    {
      description:
        'On the first page of a search that finds fewer than three items, if other words may have been meant',
    },
  ),
)
