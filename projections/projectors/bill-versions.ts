import { dayOf } from '../../schemas/calendar-day.ts'
import type { TextPointer, Version } from '../../schemas/event/bill.ts'
import { servedLink } from '../links/served-link.ts'
import { removeList, replaceList } from '../part-list.ts'
import { ownRows, type Projector } from '../projector.ts'
import { releasedTouches, releasedWrites } from '../released.ts'
import { billVersionsTable } from '../tables/bill-tables.ts'

/** Versions of a bill's text and documents about it: two lists in one table, each told whole by its own event. */
export const billVersions: Projector<
  'bill.versions_changed' | 'bill.documents_changed' | 'bill.merged' | 'bill.removed' | 'bill.released'
> = {
  name: 'bill-versions',
  events: ['bill.versions_changed', 'bill.documents_changed', 'bill.merged', 'bill.removed', 'bill.released'],
  tables: [billVersionsTable],
  touches: (event) =>
    event.type === 'bill.released'
      ? releasedTouches(event, billVersionsTable)
      : [ownRows(billVersionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'bill.released') return releasedWrites(rows, event, billVersionsTable)
    const bill_id = event.body.id
    const held = rows.group(billVersionsTable, bill_id)
    switch (event.type) {
      case 'bill.versions_changed':
        return replaceList(
          billVersionsTable,
          held.filter(({ kind }) => kind === 'version'),
          event.body.versions.map((version) => part(bill_id, 'version', version)),
          event,
          'versions',
        )
      case 'bill.documents_changed':
        return replaceList(
          billVersionsTable,
          held.filter(({ kind }) => kind === 'document'),
          event.body.documents.map((document) => part(bill_id, 'document', document)),
          event,
          'documents',
        )
      default:
        return removeList(billVersionsTable, held, event)
    }
  },
}

function part(bill_id: number, kind: 'version' | 'document', { id, note, date, ...rest }: Version) {
  const { classification, links, text } = rest
  const item = JSON.stringify({
    id,
    kind,
    note,
    date,
    classification,
    links: links.map(({ url, media_type }) => servedLink({ url, media_type })),
    text: text && textContent(text),
  })
  return {
    id,
    bill_id,
    kind,
    day: dayOf(date),
    text_sha256: text?.sha256 ?? null,
    extracted_sha256: text?.extracted?.sha256 ?? null,
    item,
  }
}

function textContent({ sha256, bytes, media_type, url, extracted, no_text }: TextPointer) {
  return servedLink({
    sha256,
    bytes,
    media_type,
    url,
    extracted:
      extracted === undefined
        ? null
        : { sha256: extracted.sha256, bytes: extracted.bytes, characters: extracted.characters },
    no_text: no_text ?? null,
  })
}
