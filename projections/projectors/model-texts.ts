import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { modelTextsTable } from '../tables/model-text-table.ts'
import { servedLink } from './content/served-link.ts'

/** Bills that organizations offer to legislators, with the place of their text. */
export const modelTexts: Projector<'model_text.observed' | 'model_text.removed' | 'reference.released'> = {
  name: 'model_texts',
  events: ['model_text.observed', 'model_text.removed', 'reference.released'],
  tables: [modelTextsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, modelTextsTable)
      : [ownRow(modelTextsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, modelTextsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(modelTextsTable, id)
    if (event.type === 'model_text.removed') {
      return existing === undefined ? [] : [write(modelTextsTable, tombstone(existing, event, 'removed'))]
    }
    const { title, publisher, url, published_on, family, text } = event.body.model_text
    const { sha256, bytes, media_type, extracted } = text
    const item = JSON.stringify({
      id,
      ocd_id,
      title,
      publisher,
      published_on,
      family,
      ...servedLink({ url }),
      text: { sha256, bytes, media_type, characters: extracted.characters },
    })
    return [
      write(modelTextsTable, {
        id,
        ocd_id,
        publisher,
        title,
        published_on,
        extracted_sha256: extracted.sha256,
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
