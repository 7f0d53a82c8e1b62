import { sentenceRule } from '../grounding/rule.ts'

const MARKUP: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/https?:|www\.|\b[\w-]+\.(?:com|org|net|gov|edu|io|info)\b/iu, 'an address of a web page'],
  [/[\w.+-]+@[\w-]+\.\w+/u, 'an e-mail address'],
  [/[<>]|&\w+;/u, 'markup'],
  [/```|\*\*|^#|\]\(/u, 'Markdown'],
  [/[\p{Cc}\p{Co}\p{Cs}\u200B-\u200F\u202A-\u202E\u2066-\u2069]/u, 'a control character'],
  [/\p{Extended_Pictographic}/u, 'a picture'],
  [
    /\b(?:as an ai|language model|i cannot|i can['’]t|i am|i['’]m|here is|here are)\b/iu,
    'words about yourself',
  ],
  [/!/u, 'an exclamation mark'],
]

/** A sentence is plain text: no links, no markup, no control characters, nothing about the model. */
export const markup = sentenceRule('markup', ({ text }) =>
  MARKUP.filter(([pattern]) => pattern.test(text)).map(([, name]) => `It contains ${name}.`),
)
