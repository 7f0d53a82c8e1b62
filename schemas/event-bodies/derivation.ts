import { type Static, Type } from 'typebox'
import { derivationKinds } from '../vocabulary/vocabulary.ts'
import { BillEventBody, Word } from './common.ts'

/** The words of the bill's text that a sentence rests on. `quote` is the stored text from `start` to `end`. */
export const DerivationCitation = Type.Object({
  section: Type.Union([Type.String(), Type.Null()], {
    description: 'Number or heading of the section; null for the front of the text',
  }),
  start: Type.Integer({ minimum: 0, description: 'Offset in Unicode characters' }),
  end: Type.Integer({ minimum: 0 }),
  quote: Type.String(),
})
export type DerivationCitation = Static<typeof DerivationCitation>

/** What a model says about a bill, and all that it rests on. A bill has one for each kind and language. */
export const Derivation = Type.Object({
  kind: Word(derivationKinds, 'Kind.'),
  language: Type.String({ description: 'BCP 47: en' }),
  text: Type.String({ description: 'Plain text without markup' }),
  content: Type.Record(Type.String(), Type.Unknown(), { description: 'The parts of this kind, as JSON' }),
  citations: Type.Array(DerivationCitation),
  method: Word(['model'], 'Method.'),
  method_version: Type.Integer({ minimum: 1 }),
  model: Type.String({ description: 'The name that the model has in its settings' }),
  prompt_version: Type.Integer({ minimum: 1 }),
  version_id: Type.String({ description: 'The version of the bill whose text was read' }),
  text_sha256: Type.String({ description: 'Hash of that text' }),
  generated_at: Type.String({ description: 'RFC 3339, UTC' }),
})
export type Derivation = Static<typeof Derivation>

export const DerivationRecorded = BillEventBody({ derivation: Derivation })
export const DerivationRemoved = BillEventBody({ reason: Type.String() })
