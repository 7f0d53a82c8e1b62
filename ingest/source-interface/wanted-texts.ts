import type { BillCore } from '../../schemas/event-bodies/bill.ts'

/** A link of a version whose text is not there yet. */
export type MissingText = { readonly url: string; readonly media_type: string }

export type WantedBill = {
  readonly entity_id: number
  /** As of which of its events it was looked at. */
  readonly sequence: number
  readonly bill: Pick<BillCore, 'jurisdiction' | 'session' | 'identifier'>
  /** Of each text the addresses to try, in this order, until one of them gives it. */
  readonly texts: readonly (readonly MissingText[])[]
  readonly links: readonly string[]
}

/**
 * Texts of versions that bills name and nobody has fetched. A bill is looked at when it has changed, and again when one of its
 * addresses is due: an address that failed is asked after 6 hours, a day, three days, then every week, and never dropped.
 */
export type TextQueue = {
  /** Up to so many bills with texts to fetch, the newest first. Empty: nothing is wanted now. */
  readonly next: (most: number) => Promise<readonly WantedBill[]>
  readonly came: (url: string) => Promise<void>
  readonly failed: (url: string, reason: string) => Promise<void>
  /** All that can be fetched of a bill now was tried. */
  readonly done: (bill: WantedBill) => Promise<void>
}
