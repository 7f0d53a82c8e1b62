import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { RelaxNGValidator, XmlDocument, XmlValidateError } from 'libxml2-wasm'

const GRAMMAR = readFileSync(join(import.meta.dirname, 'atom.rng'))
const SCHEMA = createRequire(import.meta.url)('jsonfeed-schema/v1.1') as object

/** What libxml2 finds wrong with an Atom feed by the grammar of RFC 4287, and rules that no grammar can state. */
export function atomFaults(text: string): string[] {
  using grammar = XmlDocument.fromBuffer(GRAMMAR)
  using validator = RelaxNGValidator.fromDoc(grammar)
  using feed = XmlDocument.fromString(text)
  const faults: string[] = []
  try {
    validator.validate(feed)
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    faults.push(error.message)
  }
  const ids = [...text.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id)
  if (new Set(ids).size < ids.length) faults.push('an id occurs twice')
  if (!text.includes('rel="self"')) faults.push('there is no link to the feed itself')
  return faults
}

const validateJson = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(SCHEMA)

/** What the schema of JSON Feed 1.1 finds wrong. */
export function jsonFeedFaults(feed: unknown): string[] {
  validateJson(feed)
  return (validateJson.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
