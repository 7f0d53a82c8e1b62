import type { ReadRecord } from '../../files/records.ts'
import { EXTRACTED } from '../../text-extraction/lines/extracted-head.ts'
import { requireJurisdiction } from '../mapping/jurisdiction.ts'
import { webAddress } from '../mapping/web-address.ts'
import { asFields, type Fields, listOf, looseText, textOf } from '../records/fields.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'
import type { BillLink } from './link-name.ts'

/** A link of a bill as its `metadata.json` lists it. */
export type ListedLink = {
  readonly list: string
  readonly note: string
  readonly url: string
  readonly media_type: string
}
export type ListedBill = { readonly bill: Omit<BillLink, 'url'>; readonly links: readonly ListedLink[] }

/** Gives the folder of a bill. Texts are beside its `metadata.json` or in `files/` below it. */
export function billFolderOf(name: string): string {
  const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')))
  return folder.replace(/\/(?:files|logs)$/u, '')
}

export const isMetadata = (name: string): boolean => /(?:^|\/)metadata\.json$/u.test(name)

/** Throws `record_unreadable`, `record_invalid` or `jurisdiction_unknown`. */
export function readListedBill(record: ReadRecord): ListedBill {
  const fields = asFields(parseJson(textOfRecord(record.bytes)), 'the document')
  const place = asFields(fields.jurisdiction, 'jurisdiction')
  const { division_id } = requireJurisdiction(
    'jurisdiction.id',
    looseText(place, 'division_id') || textOf(place, 'id'),
  )
  return {
    bill: {
      jurisdiction: division_id,
      session: textOf(fields, 'legislative_session'),
      identifier: textOf(fields, 'identifier'),
    },
    links: [...linksOf(fields, 'versions'), ...linksOf(fields, 'documents')],
  }
}

function linksOf(fields: Fields, list: string): ListedLink[] {
  return listOf(fields, list).flatMap((version) =>
    listOf(version, 'links').map((link) => ({
      list,
      note: looseText(version, 'note'),
      url: webAddress(looseText(link, 'url')),
      media_type: looseText(link, 'media_type'),
    })),
  )
}

/** `2088-S.PL_Substitute_Passed_Legislature`: the name that an original and its extracted text share. */
export function stemOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1)
  return EXTRACTED.test(file) ? file.replace(EXTRACTED, '') : file.replace(/\.[^.]+$/u, '')
}

/**
 * Finds the link from which a file was fetched. Its name is the end of the address and the note of the version,
 * without characters that file names cannot have. The first listed link that fits wins. Gives undefined if none fits.
 */
export function linkOfFile(
  stem: string,
  links: readonly ListedLink[],
  kind: { readonly media_type: string; readonly note?: string; readonly list?: string },
): ListedLink | undefined {
  const fits = links.filter(
    (link) =>
      link.url !== '' &&
      link.media_type === kind.media_type &&
      (kind.note === undefined || (link.note.trim() === kind.note && link.list === kind.list)),
  )
  const byName = fits.find((link) => namesOf(link).includes(stem))
  if (byName !== undefined) return byName
  const byNote = fits.filter(({ note }) => stem.endsWith(`_${inFileName(note)}`))
  return new Set(byNote.map(({ url }) => url)).size === 1 ? byNote[0] : undefined
}

function namesOf({ url, note }: ListedLink): string[] {
  const end = url.slice(url.lastIndexOf('/') + 1).replace(/\.[^.]+$/u, '')
  return [end, decoded(end)].map((file) => `${file}_${inFileName(note)}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that encodes nothing: the name is used unchanged.
    return text
  }
}

const inFileName = (note: string): string =>
  note
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/[\s-]+/gu, '_')
