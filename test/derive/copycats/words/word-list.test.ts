import { describe, expect, it } from 'vitest'
import { wordListOf } from '../../../../derive/copycats/words/word-list.ts'

/** The words of a text as they are printed. */
function printed(text: string): string[] {
  const { starts, ends } = wordListOf(text)
  return [...starts].map((start, at) => text.slice(start, ends[at]))
}

const numbers = (text: string): number[] => [...wordListOf(text).ids]

describe('the words of a text', () => {
  it('are at their places in the text', () => {
    expect(printed('The owner’s “hive” (No. 12-B), señor.\nAn island')).toEqual([
      ...['The', 'owner’s', 'hive', 'No', '12', 'B', 'señor', 'An', 'island'],
    ])
  })

  it('are equal whatever their case and the signs between them', () => {
    expect(numbers('THE OWNER’S HIVE, ÉTÉ')).toEqual(numbers("the owner's (hive) -- été"))
    expect(numbers('hive')).not.toEqual(numbers('hives'))
  })

  it('do not include formulas, and the next word says that something is missing before it', () => {
    const text =
      'Section one applies.\nBe it enacted by the legislature of the state:\nSection two applies.\n'
    expect(printed(text)).toEqual(['Section', 'one', 'applies', 'Section', 'two', 'applies'])
    expect([...wordListOf(text).follows_gap]).toEqual([0, 0, 0, 1, 0, 0])
  })
})
