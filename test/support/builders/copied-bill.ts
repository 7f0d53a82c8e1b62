import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { type BuiltBill, contextOf, type EventBuilder, idsOf } from './event-builder.ts'
import { textsOf } from './event-parts.ts'
import { emitModel } from './model-texts.ts'
import { storeText } from './stored-texts.ts'

const PASSAGE_WORDS = 70

/** So many words in a row that no other name has. */
const passage = (name: string): string =>
  `${Array.from({ length: PASSAGE_WORDS }, (_, at) => `${name}w${at}`).join(' ')}.`

/** A bill that shares a passage with each of so many models. */
export async function emitCopiedBill(
  story: EventBuilder,
  store: ObjectStore,
  models: number,
): Promise<BuiltBill> {
  const passages = Array.from({ length: models }, (_, number) => passage(`model${number}`))
  for (const one of passages) await emitModel(story, store, `${one}\n`)
  const bill = story.bill()
  const [version] = textsOf(bill.id, 'version', ['Introduced'])
  const versions = [{ ...version!, text: await storeText(store, `${passages.join('\n')}\n`) }]
  story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions })
  return bill
}
