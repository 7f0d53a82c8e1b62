import { type Static, Type } from 'typebox'
import { EventBody, Nullable } from './common.ts'

/** The place of a text that a publisher offers to legislators: the document, and its plain text without the page around it. */
export const ModelTextPointer = Type.Object({
  sha256: Type.String({ description: 'Of the document as it was published: its name in the object store' }),
  bytes: Type.Integer(),
  media_type: Type.String(),
  extracted: Type.Object(
    { sha256: Type.String(), bytes: Type.Integer(), characters: Type.Integer() },
    { description: 'The words of the model alone, UTF-8, one paragraph a line' },
  ),
})

/** A bill that an organization wrote and offers to legislators of all places. The log never contains its text. */
export const ModelText = Type.Object({
  title: Type.String(),
  publisher: Type.String({ description: 'The name of the organization' }),
  url: Nullable(Type.String()),
  published_on: Nullable(
    Type.String({ description: 'The first day that the document itself names: YYYY, YYYY-MM or YYYY-MM-DD' }),
  ),
  family: Nullable(
    Type.String({ description: 'The group of texts to which the publisher says that it belongs' }),
  ),
  text: ModelTextPointer,
})
export type ModelText = Static<typeof ModelText>

export const ModelTextObserved = EventBody({ model_text: ModelText })
export const ModelTextRemoved = EventBody({ reason: Type.String() })
