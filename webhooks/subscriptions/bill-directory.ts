import type { Filter } from '../matching/matching.ts'

/** A caller's name for a bill: our number or its ocd_id. */
export type BillId = { readonly id: number } | { readonly ocd_id: string }

/** A bill as lists of followed bills show it. */
export type BillBrief = {
  readonly id: number
  readonly ocd_id: string
  readonly jurisdiction: string
  readonly session: string
  readonly identifier: string | null
  readonly title: string | null
}

/** Bills for the webhook routes. It wraps the read model of the API, which webhooks may not import. */
export type BillDirectory = {
  /** The bill, or the bill that it was merged into. undefined if it does not exist. */
  find(which: BillId): Promise<BillBrief | undefined>
  briefs(ids: readonly number[]): Promise<BillBrief[]>
  /** The same bills, with merged ones replaced by their winners. */
  current(ids: readonly number[]): Promise<number[]>
  /**
   * The newest bills that are about a topic now, up to `most`: an endpoint with this topic tracks them from its
   * start.
   */
  about(filter: Filter): Promise<number[]>
}
