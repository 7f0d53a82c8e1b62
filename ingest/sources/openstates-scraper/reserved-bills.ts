import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { isReservedNumber } from '../../identity/reserved-numbers.ts'
import { type Fields, listOf, looseText } from '../records/fields.ts'
import { jurisdictionOfBill } from './map-bill.ts'
import type { Place } from './place.ts'

export const RESERVED = 'a number that no bill has yet'

/**
 * Says if a record only reserves a number. It is checked before mapping, because such a record lacks most
 * fields of a bill.
 */
export function isReserved(fields: Fields, place: Place | undefined): boolean {
  const [sponsors, versions] = [listOf(fields, 'sponsorships').length, listOf(fields, 'versions').length]
  if (sponsors + versions > 0) return false
  const { abbreviation, division_id } = jurisdictionOfBill(fields, place)
  return isReservedNumber({
    abbreviation,
    normalized_identifier: normalizeIdentifier(division_id, looseText(fields, 'identifier')),
    title: looseText(fields, 'title'),
    sponsors,
    versions,
  })
}
