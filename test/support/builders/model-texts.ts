import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { ModelText } from '../../../schemas/event-bodies/model-text.ts'
import type { EventBuilder, Named } from './event-builder.ts'

/** Stores the text of a model, and emits that it was observed. */
export async function emitModel(
  story: EventBuilder,
  store: ObjectStore,
  text: string,
  model: Partial<ModelText> = {},
): Promise<Named> {
  const bytes = Buffer.from(text)
  await store.put(bytes, 'text/plain')
  const named = story.mint('ocd-model-text')
  const stored = { sha256: sha256Of(bytes), bytes: bytes.length }
  story.emit('model_text.observed', {
    ...named,
    model_text: {
      title: `Model Act ${named.id}`,
      publisher: 'Society of Beekeepers',
      url: null,
      published_on: null,
      family: null,
      text: { ...stored, media_type: 'text/plain', extracted: { ...stored, characters: text.length } },
      ...model,
    },
  })
  return named
}
