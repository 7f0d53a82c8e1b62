import { toLocal } from '../../dates/local-time.ts'
import { mediaTypeOfName } from '../../files/media-types.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, looseText, textOf } from '../records/fields.ts'
import { itemsOf } from '../records/xml.ts'

type Version = BillParts['versions'][number]

/**
 * Leaves out an entry without a name and a file, and one that only announces a text (119 HJRES 35: a public
 * law without day and file). An entry with a day was printed, even if it names no file.
 */
export function mapVersions(bill: Fields, leftOut: LeftOut): Version[] {
  return itemsOf(bill, 'textVersions/item')
    .map((item) => ({
      note: looseText(item, 'type'),
      date: toLocal(looseText(item, 'date'), 'America/New_York') ?? null,
      classification: '',
      links: leftOut.items('formats', itemsOf(item, 'formats/item'), linkOf),
      text: null,
    }))
    .filter(({ note, date, links }) => links.length > 0 || (note !== '' && date !== null))
}

function linkOf(item: Fields): Version['links'][number] {
  const url = webAddress(textOf(item, 'url'))
  return { url, media_type: mediaTypeOfName(url) ?? '' }
}
