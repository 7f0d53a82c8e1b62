import { describe, expect, it } from 'vitest'
import { conceptsOf, termsIn } from '../../../../api/read-model/ask/asked-words.ts'

const wordsOf = (question: string) =>
  conceptsOf(question).map(({ words }) => words.map(({ text }) => text).join(' '))
const synonymsOf = (question: string) =>
  conceptsOf(question).flatMap(({ synonyms }) => synonyms.map(({ text }) => text))

describe('a question is about', () => {
  it('its words, each once, and phrases that have synonyms', () => {
    expect(wordsOf('Forever chemicals and rules for drinking water rules')).toEqual([
      ...['forever chemicals', 'rules', 'drinking', 'water'],
    ])
    expect(synonymsOf('forever chemicals')).toContain('pfas')
  })

  it('no synonym whose words it has itself', () => {
    expect(synonymsOf('gun')).toContain('firearm')
    expect(synonymsOf('gun or firearm')).not.toContain('firearm')
  })

  it('words that are printed in one or in two', () => {
    expect(conceptsOf('non-compete').flatMap(({ words }) => words.flatMap(({ forms }) => forms))).toEqual(
      expect.arrayContaining(['compete', 'noncompete']),
    )
  })
})

describe('a text has', () => {
  const terms = conceptsOf('DUI checkpoints').flatMap(({ words, synonyms }) => [...words, ...synonyms])

  it('a word in any form, and a synonym of several words only as a phrase', () => {
    const found = termsIn('Checkpoint for driving under the influence', terms).map(({ text }) => text)
    expect(found).toEqual(expect.arrayContaining(['checkpoints', 'driving under the influence']))
    expect(termsIn('The influence of driving', terms)).toEqual([])
  })
})

it('a phrase keeps the places of its small words in the query', () => {
  const [phrase] = conceptsOf('hit and run').flatMap(({ synonyms }) => synonyms)
  expect(phrase).toMatchObject({ text: 'leaving the scene', query: "'leave' <2> 'scene'" })
})
