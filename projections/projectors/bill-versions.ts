import { orderVersions } from '../../runtime/versions/order-versions.ts'
import type { TextPointer, Version } from '../../schemas/event-bodies/bill.ts'
import { removeListRows, replaceListRows } from '../read-model/list-rows.ts'
import { ownRows, type Projector } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { billVersionsTable } from '../tables/bill-tables.ts'
import { servedLink } from './content/served-link.ts'

/** Versions of a bill's text and documents about it: two lists in one table. Each event carries its whole list. */
export const billVersions: Projector<
  'bill.versions_changed' | 'bill.documents_changed' | 'bill.merged' | 'bill.removed' | 'bill.released'
> = {
  name: 'bill-versions',
  events: ['bill.versions_changed', 'bill.documents_changed', 'bill.merged', 'bill.removed', 'bill.released'],
  tables: [billVersionsTable],
  touches: (event) =>
    event.type === 'bill.released'
      ? releaseTouches(event, billVersionsTable)
      : [ownRows(billVersionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'bill.released') return releaseWrites(rows, event, billVersionsTable)
    const billId = event.body.id
    const existing = rows.group(billVersionsTable, billId)
    switch (event.type) {
      case 'bill.versions_changed':
        return replaceListRows(
          billVersionsTable,
          existing.filter(({ kind }) => kind === 'version'),
          partsOf(billId, 'version', event.body.versions),
          event,
          'versions',
        )
      case 'bill.documents_changed':
        return replaceListRows(
          billVersionsTable,
          existing.filter(({ kind }) => kind === 'document'),
          partsOf(billId, 'document', event.body.documents),
          event,
          'documents',
        )
      default:
        return removeListRows(billVersionsTable, existing, event)
    }
  },
}

function partsOf(billId: number, kind: 'version' | 'document', list: readonly Version[]) {
  const ordered = orderVersions(list.map(({ id, note, date }, position) => ({ id, note, date, position })))
  const places = new Map(ordered.map(({ position }, made) => [position, made]))
  return list.map((one, position) => part(billId, kind, one, places.get(position)!))
}

function part(
  billId: number,
  kind: 'version' | 'document',
  { id, note, date, ...rest }: Version,
  made: number,
) {
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
    bill_id: billId,
    kind,
    made,
    text_sha256: text?.sha256 ?? null,
    extracted_sha256: text?.extracted?.sha256 ?? null,
    marked_sha256: text?.marked?.sha256 ?? null,
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
