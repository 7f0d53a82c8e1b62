import { type Fields, listOf, looseText } from '../records/fields.ts'
import { webAddress } from './web-address.ts'

/**
 * Reads addresses with notes, which nearly all records have as sources. An entry without an address is left
 * out.
 */
export function linksOf(fields: Fields, name: string): { url: string; note: string }[] {
  return listOf(fields, name)
    .map((item) => ({ url: webAddress(looseText(item, 'url')), note: looseText(item, 'note') }))
    .filter(({ url }) => url !== '')
}
