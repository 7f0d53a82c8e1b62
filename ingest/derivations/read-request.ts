import type { Derivation } from '../../schemas/event-bodies/derivation.ts'
import { characterCount } from '../../schemas/values/character-count.ts'
import { isInstant } from '../../schemas/values/instant.ts'
import { derivationKinds } from '../../schemas/vocabulary/vocabulary.ts'
import { asFields, invalid } from '../sources/records/fields.ts'

/** What derive/ asks for: to record what a model says about a bill, or to remove it. */
export type DerivationRequest =
  | { readonly kind: string; readonly language: string; readonly derivation: Derivation }
  | { readonly kind: string; readonly language: string; readonly removed: string }

/** Longest texts, in characters, and most citations. The content is JSON. */
const MOST = {
  text: 20_000,
  content: 256 * 1024,
  citations: 500,
  quote: 10_000,
  name: 200,
  reason: 500,
} as const

/** A language tag of BCP 47, such as `en` or `pt-BR`. */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/
const SHA256 = /^[0-9a-f]{64}$/
/** Postgres stores this character in no text. */
const NUL = '\\u0000'

/** Reads the body of a request. Throws `record_invalid` that names the field and the value. */
export function readRequest(body: string): DerivationRequest {
  if (body.includes(NUL)) throw invalid('body', NUL, 'text without this character')
  const fields = asFields(JSON.parse(body), 'body')
  const { kind, language } = fields
  if (!(derivationKinds as readonly unknown[]).includes(kind))
    throw invalid('kind', kind, `one of ${derivationKinds.join(', ')}`)
  if (typeof language !== 'string' || !LANGUAGE.test(language))
    throw invalid('language', language, 'a language tag')
  const key = { kind: kind as string, language }
  if (fields.removed !== undefined) return { ...key, removed: textOf(fields, 'removed', MOST.reason) }
  if (fields.method !== 'model') throw invalid('method', fields.method, 'model')
  const derivation: Derivation = {
    ...key,
    text: textOf(fields, 'text', MOST.text),
    content: contentOf(fields),
    citations: citationsOf(fields.citations),
    method: 'model',
    method_version: countOf(fields, 'method_version', 1),
    model: textOf(fields, 'model', MOST.name),
    prompt_version: countOf(fields, 'prompt_version', 1),
    version_id: textOf(fields, 'version_id', MOST.name),
    text_sha256: textOf(fields, 'text_sha256', 64),
    generated_at: textOf(fields, 'generated_at', 40),
  }
  if (!SHA256.test(derivation.text_sha256))
    throw invalid('text_sha256', derivation.text_sha256, 'a hash in hexadecimal digits')
  if (!isInstant(derivation.generated_at))
    throw invalid('generated_at', derivation.generated_at, 'RFC 3339 in UTC')
  return { ...key, derivation }
}

type Fields = ReturnType<typeof asFields>

function textOf(fields: Fields, field: string, most: number): string {
  const value = fields[field]
  if (typeof value !== 'string' || value === '' || value.length > most || !value.isWellFormed())
    throw invalid(field, value, `a text of 1 to ${most} characters`)
  return value
}

function countOf(fields: Fields, field: string, least: number): number {
  const value = fields[field]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw invalid(field, value, `an integer of at least ${least}`)
  return value
}

function contentOf(fields: Fields): Derivation['content'] {
  const content = asFields(fields.content, 'content')
  const { length } = JSON.stringify(content)
  if (length > MOST.content)
    throw invalid('content', `JSON of ${length} characters`, `at most ${MOST.content}`)
  return content
}

/** A quote is the stored text from `start` to `end`, in Unicode characters, so their lengths are equal. */
function citationsOf(value: unknown): Derivation['citations'] {
  if (!Array.isArray(value) || value.length > MOST.citations)
    throw invalid('citations', value, `a list of at most ${MOST.citations}`)
  return value.map((one: unknown) => {
    const fields = asFields(one, 'citations')
    const [start, end] = [countOf(fields, 'start', 0), countOf(fields, 'end', 0)]
    const quote = textOf(fields, 'quote', MOST.quote)
    const length = characterCount(quote)
    if (end - start !== length)
      throw invalid('citations.quote', `${length} characters`, `the ${end - start} from start to end`)
    const section = fields.section === null ? null : textOf(fields, 'section', MOST.reason)
    return { section, start, end, quote }
  })
}
