import { describe, expect, it } from 'vitest'
import { explain } from '../../../derive/explanation/explain.ts'
import { titled } from '../../support/derive/plain-text.ts'
import { readRealTexts } from '../../support/derive/real-texts.ts'
import { realData } from '../../support/harness/real-data.ts'

const facts = titled('Relating to the testing of wells')
const wordsOf = (sentences: readonly { readonly text: string }[]) =>
  sentences.flatMap((one) => one.text.split(/\s+/u)).length

describe.skipIf(realData('bill-texts') === undefined)('the explanation of a real text', () => {
  it('keeps its limits of words, and every number is in the text or in the facts', async () => {
    for (const { name, text: real } of await readRealTexts('bill-texts')) {
      const { levels } = explain({ facts, text: real })
      expect(wordsOf(levels.headline.sentences), name).toBeLessThanOrEqual(25)
      expect(wordsOf(levels.brief.sentences), name).toBeLessThanOrEqual(80)
      const source = `${real.text} ${JSON.stringify(real.marked)} ${JSON.stringify(facts)}`
      const all = Object.values(levels).flatMap((level) => level.sentences)
      for (const { text: words } of all) {
        const numbers: readonly string[] = words.match(/\d[\d,.]*\d|\d/gu) ?? []
        expect({ name, unknown: numbers.filter((number) => !source.includes(number)) }).toEqual({
          name,
          unknown: [],
        })
      }
    }
  })
})
