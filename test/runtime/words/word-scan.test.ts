import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compounds, irregularForms, prefixes } from '../../../runtime/words/inflections.ts'
import { printedBeginnings } from '../../../runtime/words/printed-beginnings.ts'
import { tokensOf } from '../../../runtime/words/tokens.ts'
import { formOf } from '../../../runtime/words/word-form.ts'
import { createWordScan } from '../../../runtime/words/word-scan.ts'
import { everyNth, NIGHTLY } from '../../support/harness/nightly.ts'
import { placesByReading, placesByScan } from '../../support/words/places.ts'

const words = (text: string): string[] => text.split(/ +/)
const printed = fc.constantFrom(
  ...words(
    'health care Healthcare home owner owners non compete water Waters women theses levies PBMs firefighting',
  ),
  ...words('U.S. P.L. U.S.tax tax taxing us a of the o neil fire fighter 1,000 1000 1 000 _ § “ ” — 水 🐝'),
  ...words('oﬃce ofﬁce office cáre he\u00adalth wa\u200bter ｗater Ｋ café cafe\u0301 İ ʼs'),
  ...words('www.water.org/tax http://tax.us ocd-bill/water 12345678-1234-1234-1234-123456789abc'),
)
const between = fc.constantFrom(
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '\u2009',
    '\0',
    '',
    '-',
    '‐',
    '‑',
    '–',
    '_',
    '/',
    '(',
    ') ',
  ],
  ...["'", '’', "'s ", '’s ', "'S ", "'s-", ',', '.', '. ', ', ', '; '],
)
const text = fc
  .array(fc.tuple(printed, between), { minLength: 1, maxLength: 40 })
  .map((pieces) => pieces.flat().join(''))

it('a scan finds the places that a reading of the whole text finds, however the words are printed', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), fc.nat(), (whole, first, second, letters) => {
      const forms = [...new Set(tokensOf(whole).map(({ form }) => form))]
      fc.pre(forms.length > 0)
      const [one, other] = [forms[first % forms.length]!, forms[second % forms.length]!]
      for (const searched of [
        { forms: [one, other], prefixes: [] },
        { forms: [other], prefixes: [one.slice(0, 1 + (letters % 6))] },
      ]) {
        expect(placesByScan(whole, searched)).toEqual(placesByReading(whole, searched))
      }
    }),
    { numRuns: NIGHTLY ? 100_000 : 3_000 },
  )
})

it('a scan ends when its reader has enough', () => {
  const taken: string[] = []
  createWordScan(['water'], []).read('Water, waters and water', ({ form }) => taken.push(form) < 2)
  expect(taken).toEqual(['water', 'water'])
})

it('each inflected word begins as one of the beginnings of its form', () => {
  const require = createRequire(import.meta.url)
  const [nouns, verbs, all] = ['wn-noun-exceptions', 'wn-verb-exceptions', 'wn-words'].map((name) =>
    Object.keys(require(`wink-lexicon/src/${name}.js`)),
  ) as [string[], string[], string[]]
  const stems = all.flatMap((word) => [word, word.replace(/[efsy]$/, '')])
  const regular = stems.flatMap((stem) =>
    ['', 's', 'es', 'ed', 'ing', 'ies', 'ves', 'zes'].map((end) => stem + end),
  )
  const irregular = [...irregularForms.keys(), ...nouns, ...verbs, ...compounds.keys()]
  const prefixed = prefixes.flatMap((prefix) => irregular.map((word) => prefix + word))
  const unlike = [...everyNth(7, regular), ...irregular, ...prefixed].filter(
    (word) => !printedBeginnings(formOf(word), false).some((beginning) => word.startsWith(beginning)),
  )
  expect(unlike).toEqual([])
})
