import { createRequire } from 'node:module'
import type Dictionary from 'wink-lemmatizer'
import { irregularForms, ownWords, prefixes } from './inflections.ts'

const require = createRequire(import.meta.url)
let loaded: typeof Dictionary | undefined

/** It has 100,000 words, and most processes meet none of them. */
function dictionary(): typeof Dictionary {
  loaded ??= require('wink-lemmatizer') as typeof Dictionary
  return loaded
}

/**
 * The one form by which all inflections of an English word are searched: `levies` and `levy`, `licensed` and
 * `licensing`. Only inflections: `policy` and `police`, `general` and `generic`, `house` and `housing` stay apart. In
 * lower case.
 */
export function formOf(word: string): string {
  return isInflected(word) ? baseOf(word) : word
}

const isInflected = (word: string): boolean => /^[a-z]{3,40}$/.test(word) && !ownWords.has(word)

function baseOf(word: string): string {
  return irregularForms.get(word) ?? listedBase(word) ?? baseAfterPrefix(word) ?? pluralBase(word)
}

/** The base in the dictionary, if the word has one of the regular endings. */
function listedBase(word: string): string | undefined {
  if (!/(?:s|ed|ing)$/.test(word)) return undefined
  const { noun: nounOf, verb: verbOf } = dictionary()
  const noun = /[^s]s$/.test(word) ? nounOf(word) : word
  const verb = verbOf(word)
  if (noun === word) return verb === word ? undefined : verb
  // `licensees` has `license` and `licensee`, `waives` has `waif` and `waive`: the longer base is right.
  return verb === word || noun.length >= verb.length ? noun : verb
}

function baseAfterPrefix(word: string): string | undefined {
  for (const prefix of prefixes) {
    if (!word.startsWith(prefix) || word.length < prefix.length + 5) continue
    const base = listedBase(word.slice(prefix.length))
    if (base !== undefined) return prefix + base
  }
  return undefined
}

/** Words that the dictionary lacks are plurals if they look like it: `chatbots`, `deepfakes`. */
function pluralBase(word: string): string {
  if (word.length < 5 || !/[^sui]s$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, /(?:ss|x|ch|sh|zz)es$/.test(word) ? -2 : -1)
}
