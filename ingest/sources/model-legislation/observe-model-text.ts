import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { ModelText } from '../../../schemas/event-bodies/model-text.ts'
import { characterCount } from '../../../schemas/values/character-count.ts'
import { modelTextKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import type { NewObject } from '../../source-interface/source.ts'
import type { CollectedText } from './read-layouts.ts'

/** Models are written for all states. */
const COUNTRY = 'ocd-division/country:us'
const MEDIA_TYPE = 'text/plain; charset=utf-8'

export type ObservedModelText = {
  readonly kind: 'observed'
  readonly objects: readonly NewObject[]
  readonly group: readonly [ObservationOf<'model_text'>]
}

/** Observes a text together with its document. `record` is its location in the files. */
export function observeModelText(
  { original, lines, collection, ...listed }: CollectedText,
  { record, observed_at }: { readonly record: string; readonly observed_at: string },
): ObservedModelText {
  const document = Buffer.from(original)
  const plain = `${lines.join('\n')}\n`
  const bytes = Buffer.from(plain)
  const model_text: ModelText = {
    ...listed,
    text: {
      sha256: sha256Of(document),
      bytes: document.length,
      media_type: 'text/plain',
      extracted: { sha256: sha256Of(bytes), bytes: bytes.length, characters: characterCount(plain) },
    },
  }
  return {
    kind: 'observed',
    objects: [
      { bytes: document, media_type: MEDIA_TYPE },
      { bytes, media_type: MEDIA_TYPE },
    ],
    group: [
      {
        entity: 'model_text',
        key: modelTextKey(listed.publisher, listed.title),
        record_key: collection,
        discriminator: null,
        ocd_id: null,
        jurisdiction: COUNTRY,
        observed_at,
        schema_rank: 1,
        parts: { model_text },
        bill: null,
        aliases: [],
        removed: null,
        record,
      },
    ],
  }
}
