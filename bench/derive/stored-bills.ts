import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Version } from '../../schemas/event-bodies/bill.ts'
import { createProjectedSchema } from '../../test/support/api/projected-events.ts'
import { contextOf, EventBuilder, idsOf } from '../../test/support/builders/event-builder.ts'
import type { RealText } from '../../test/support/derive/real-texts.ts'
import type { Scratch } from '../service/scratch-database.ts'

const BILLS_AT_ONCE = 100

/**
 * Projects so many bills, each with the texts of a real bill. A line at the end of each text makes it another one, so
 * that no result is shared.
 */
export async function storeBills(
  scratch: Scratch,
  objects: ObjectStore,
  groups: readonly (readonly RealText[])[],
  count: number,
): Promise<void> {
  await ensureReadSchema(scratch.database, scratch.settings)
  const projected = await createProjectedSchema(scratch)
  const story = new EventBuilder()
  for (let at = 0; at < count; at += 1) {
    const bill = story.bill()
    const texts = groups[at % groups.length]!
    const versions = await Promise.all(
      texts.map(async ({ text, name }, index): Promise<Version> => {
        const bytes = Buffer.from(`${text.text}\nCopy ${at}.`)
        const { sha256 } = await objects.put(bytes, 'text/plain')
        const extracted = { sha256, bytes: bytes.length, characters: bytes.length }
        const url = `https://leg.example/${at}/${name}`
        return {
          id: `version-${at}-${index}`,
          note: name,
          date: null,
          classification: '',
          links: [],
          text: { sha256, bytes: bytes.length, media_type: text.reference.media_type, url, extracted },
        }
      }),
    )
    story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions })
    if ((at + 1) % BILLS_AT_ONCE === 0) await projected.apply(story.take())
  }
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
}
