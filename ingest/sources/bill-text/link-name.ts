import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { billKey } from '../../identity/identity-keys.ts'
import { extensionOf } from './media-type.ts'

/** A bill and the address of one of its texts. */
export type BillLink = {
  readonly jurisdiction: string
  readonly session: string
  readonly identifier: string
  readonly url: string
}

const FIRST = 'link'

/**
 * Names a document that was fetched from a link of a bill. The name has everything that is needed to read it again,
 * as folders, so that it can also be on disk: `link/wa/2025-2026/HB%201023/https%3A/leg.wa.gov/1023.htm/text.html`.
 */
export function linkName({ jurisdiction, session, identifier, url }: BillLink, mediaType: string): string {
  const place = findJurisdiction(jurisdiction)?.abbreviation ?? jurisdiction
  const address = url.split('/').filter((part) => part !== '')
  const parts = [FIRST, place, session, identifier, ...address].map(encodeURIComponent)
  return `${parts.join('/')}/text.${extensionOf(mediaType)}`
}

/** Undefined if it is not such a name. */
export function linkOfName(name: string): BillLink | undefined {
  const [first, place = '', session, identifier, scheme, ...rest] = name.split('/')
  const found = first === FIRST ? findJurisdiction(decode(place)) : undefined
  if (found === undefined || session === undefined || identifier === undefined) return undefined
  if (!/^https?%3A$/u.test(scheme ?? '') || rest.length < 2) return undefined
  return {
    jurisdiction: found.division_id,
    session: decode(session),
    identifier: decode(identifier),
    url: `${decode(scheme!)}//${rest.slice(0, -1).map(decode).join('/')}`,
  }
}

export function keyOfLink({ jurisdiction, session, identifier }: BillLink): string {
  return billKey(jurisdiction, session, normalizeIdentifier(jurisdiction, identifier))
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A percent sign that encodes nothing: the name is used unchanged.
    return part
  }
}
