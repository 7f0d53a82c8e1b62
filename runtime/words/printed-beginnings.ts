import { createRequire } from 'node:module'
import { compounds, irregularForms, prefixes } from './inflections.ts'
import { formOf } from './word-form.ts'

const require = createRequire(import.meta.url)

/**
 * Gives beginnings such that each printed word in plain letters with this form has one of them. If `isPrefix`, so does
 * each word with a form that begins so. A word may also be printed within a compound: `care` within `healthcare`.
 */
export function printedBeginnings(form: string, isPrefix: boolean): string[] {
  const within = valuesOf(wordsByKey().compounds, form, isPrefix)
  return [
    ...new Set([...beginningsAlone(form, isPrefix), ...within.flatMap((one) => beginningsAlone(one, false))]),
  ]
}

function beginningsAlone(form: string, isPrefix: boolean): string[] {
  const prefixesOf = ['', ...prefixes].filter((prefix) => form.startsWith(prefix))
  const unlike = prefixesOf.flatMap((prefix) =>
    valuesOf(wordsByKey().unlike, form.slice(prefix.length), isPrefix).map((word) => prefix + word),
  )
  return [unchangedPart(form), ...unlike]
}

/** Regular endings change only these last letters: `levies`, `licensing`, `wolves`, `quizzes`. */
const unchangedPart = (form: string): string =>
  form.length > 1 && /[efsy]$/.test(form) ? form.slice(0, -1) : form

type Words = ReadonlyMap<string, readonly string[]>

function valuesOf(words: Words, key: string, isPrefix: boolean): readonly string[] {
  if (!isPrefix) return words.get(key) ?? []
  return [...words].flatMap(([one, values]) => (one.startsWith(key) ? values : []))
}

let known: { readonly unlike: Words; readonly compounds: Words } | undefined

/**
 * Groups two kinds of words: those that do not begin as their form does, such as `women`, by this form, and compounds by
 * the form of each part.
 */
function wordsByKey() {
  if (known !== undefined) return known
  const nouns = require('wink-lexicon/src/wn-noun-exceptions.js') as Readonly<Record<string, string>>
  const verbs = require('wink-lexicon/src/wn-verb-exceptions.js') as Readonly<Record<string, string>>
  const irregular = [...irregularForms, ...Object.entries(nouns), ...Object.entries(verbs)]
  const unlike = irregular.filter(([word, form]) => !word.startsWith(unchangedPart(form)))
  known = {
    unlike: byKey(unlike.map(([word, form]) => [form, word] as const)),
    compounds: byKey(
      [...compounds].flatMap(([joined, parts]) => parts.map((part) => [formOf(part), joined] as const)),
    ),
  }
  return known
}

function byKey(pairs: readonly (readonly [key: string, value: string])[]): Words {
  const grouped = Map.groupBy(pairs, ([key]) => key)
  return new Map([...grouped].map(([key, group]) => [key, group.map(([, value]) => value)]))
}
