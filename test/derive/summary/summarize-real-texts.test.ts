import { describe, expect, it } from 'vitest'
import { summarize } from '../../../derive/summary/summarize.ts'
import { titled } from '../../support/derive/plain-text.ts'
import { readRealTexts } from '../../support/derive/real-texts.ts'
import { realData } from '../../support/harness/real-data.ts'

describe.skipIf(realData('bill-texts') === undefined)('the summary of a real text', () => {
  it('quotes the stored text at its offsets, without a number of its own', async () => {
    for (const { name, text: real } of await readRealTexts('bill-texts')) {
      const summary = summarize({ facts: titled('An act'), text: real })
      const characters = [...real.text]
      for (const { start, end, quote } of summary.citations) {
        expect(characters.slice(start, end).join(''), name).toBe(quote)
      }
      const quoted = summary.citations.map(({ quote }) => quote).join(' ')
      for (const number of summary.text.match(/\d[\d,.]*\d|\d/gu) ?? [])
        expect(quoted, name).toContain(number)
    }
  })
})
