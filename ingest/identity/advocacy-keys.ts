import type { AdvocacyPosition } from '../../schemas/event-bodies/advocacy.ts'
import { keyOf } from './identity-keys.ts'

/** `identifier`: the publisher's own id, with its kind if it has several (`client/50030`). */
export function advocacyOrganizationKey(publisher: string, identifier: string): string {
  return keyOf(publisher, identifier)
}

export function lobbyingFilingKey(publisher: string, filingUuid: string): string {
  return keyOf(publisher, filingUuid.toLowerCase())
}

/** Who, about what, where and when. A source that corrects the stance or the quote corrects this position. */
export function advocacyPositionKey({
  organization,
  bill,
  regulation,
  source_url,
  kind,
  stated_on,
}: Pick<
  AdvocacyPosition,
  'organization' | 'bill' | 'regulation' | 'source_url' | 'kind' | 'stated_on'
>): string {
  const about = bill?.ocd_id ?? `${regulation?.scheme} ${regulation?.number}`
  return keyOf(organization.ocd_id, about, source_url ?? kind, stated_on)
}
