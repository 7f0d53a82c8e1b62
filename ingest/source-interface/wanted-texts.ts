import type { BillCore } from '../../schemas/event-bodies/bill.ts'

/** A link to the text of a version that is not stored yet. */
export type MissingText = { readonly url: string; readonly media_type: string }

export type WantedBill = {
  readonly entity_id: number
  /** The sequence of the bill's last event when its links were read. */
  readonly sequence: number
  readonly bill: Pick<BillCore, 'jurisdiction' | 'session' | 'identifier'>
  /** The addresses to try for each text, in this order, until one gives it. */
  readonly texts: readonly (readonly MissingText[])[]
  readonly links: readonly string[]
}

/**
 * Linked texts of versions that were not fetched yet. A bill is due when it has changed, and again when one
 * of its addresses is due. A failed address is retried after 6 hours, a day, three days, then every week, and
 * never dropped.
 */
export type TextQueue = {
  /** Gives up to this many bills with texts to fetch, newest first. Empty: no texts are due now. */
  readonly next: (most: number) => Promise<readonly WantedBill[]>
  readonly came: (url: string) => Promise<void>
  readonly failed: (url: string, reason: string) => Promise<void>
  /** Everything that can be fetched for the bill now was tried. */
  readonly done: (bill: WantedBill) => Promise<void>
}
