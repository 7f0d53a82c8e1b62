import { expect, it } from 'vitest'
import { tokensOf } from '../../../runtime/words/tokens.ts'
import { readRealTexts } from '../../support/derive/real-texts.ts'
import { everyNth } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'
import { placesByReading, placesByScan } from '../../support/words/places.ts'

const WORDS_AT_ONCE = 8

it.skipIf(realData('bill-texts') === undefined)(
  'a scan finds the places of each word of real texts, and of words that begin like it',
  async () => {
    const texts = [...(await readRealTexts('bill-texts')), ...(await readRealTexts('govinfo-bill-text'))]
    for (const { text } of everyNth(36, texts)) {
      const forms = [...new Set(tokensOf(text.text).map(({ form }) => form))]
      for (let from = 0; from < forms.length; from += WORDS_AT_ONCE) {
        const [first, ...others] = forms.slice(from, from + WORDS_AT_ONCE) as [string, ...string[]]
        const searched = { forms: others, prefixes: [first.slice(0, 5)] }
        expect(placesByScan(text.text, searched)).toEqual(placesByReading(text.text, searched))
      }
    }
  },
)
