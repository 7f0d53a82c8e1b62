import { describe, expect, it } from 'vitest'
import { formOf } from '../../../runtime/words/word-form.ts'

describe('the form of a word in a title', () => {
  // The English stemmer of Postgres treats these pairs from titles of real bills as one word.
  it.each([
    ['housing', 'house'],
    ['university', 'universe'],
    ['universal', 'university'],
    ['policy', 'police'],
    ['general', 'generic'],
    ['general', 'generation'],
    ['organ', 'organization'],
    ['organic', 'organized'],
    ['parking', 'parks'],
    ['billing', 'bills'],
    ['building', 'builds'],
    ['boarding', 'boards'],
    ['training', 'trains'],
    ['racing', 'races'],
    ['rating', 'rates'],
    ['gaming', 'games'],
    ['landing', 'lands'],
    ['shipping', 'ships'],
    ['nursing', 'nurses'],
    ['hearing', 'hears'],
    ['trafficking', 'traffic'],
    ['acting', 'acts'],
    ['community', 'commune'],
    ['authority', 'author'],
    ['international', 'internal'],
    ['relative', 'relating'],
    ['state', 'statute'],
    ['human', 'humane'],
    ['moral', 'morale'],
    ['unit', 'united'],
    ['commission', 'commissary'],
    ['personal', 'personnel'],
    ['secretary', 'secret'],
    ['officer', 'office'],
    ['experience', 'experiment'],
    ['important', 'import'],
    ['customs', 'custom'],
    ['goods', 'good'],
    ['arms', 'arm'],
    ['media', 'medium'],
    ['led', 'lead'],
    ['ground', 'grind'],
    ['wound', 'wind'],
  ])('keeps %s apart from %s', (one, other) => {
    expect(formOf(one)).not.toBe(formOf(other))
  })
})

describe('the inflections of one word', () => {
  it.each([
    ['levy', 'levies', 'levied', 'levying'],
    ['license', 'licenses', 'licensed', 'licensing'],
    ['prohibit', 'prohibits', 'prohibited', 'prohibiting'],
    ['control', 'controls', 'controlled', 'controlling'],
    ['vote', 'votes', 'voted', 'voting'],
    ['tax', 'taxes', 'taxed', 'taxing'],
    ['die', 'dies', 'died', 'dying'],
    ['woman', 'women'],
    ['child', 'children'],
    ['wolf', 'wolves'],
    ['life', 'lives'],
    ['criterion', 'criteria'],
    ['steal', 'stolen'],
    ['teach', 'taught', 'teaching'],
    ['site', 'sites', 'sited', 'siting'],
    ['business', 'businesses'],
    ['housing', 'housing'],
    ['beekeeper', 'beekeepers'],
    ['licensee', 'licensees'],
    ['retiree', 'retirees'],
    // The dictionary has none of these.
    ['chatbot', 'chatbots'],
    ['deepfake', 'deepfakes'],
    ['opioid', 'opioids'],
    ['microplastic', 'microplastics'],
    ['cryptocurrency', 'cryptocurrencies'],
    ['microbusiness', 'microbusinesses'],
    ['reauthorize', 'reauthorizes', 'reauthorized', 'reauthorizing'],
    ['nonmember', 'nonmembers'],
    ['constructor', 'constructors'],
  ])('all have the form %s', (base, ...inflected) => {
    for (const word of inflected) expect(formOf(word)).toBe(base)
    expect(formOf(base)).toBe(base)
  })
})

it.each([
  'process',
  'congress',
  'gas',
  'news',
  'seed',
  'need',
  'sacred',
  'string',
  'thing',
  'cannabis',
  'texas',
  'pfas',
  'status',
  'pass',
])('%s is not an inflection', (word) => {
  expect(formOf(word)).toBe(word)
})
