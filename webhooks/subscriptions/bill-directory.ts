import type { Filter } from '../matching/matching.ts'

/** What a caller names a bill by: our number, or its ocd_id. */
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

/** Where the webhook routes ask for bills: the rows of the API, which webhooks may not read themselves. */
export type BillDirectory = {
  /** The bill, or the one that it was merged into; undefined where there is none. */
  find(which: BillId): Promise<BillBrief | undefined>
  briefs(ids: readonly number[]): Promise<BillBrief[]>
  /** The same bills, those that were merged by the ids of the others. */
  current(ids: readonly number[]): Promise<number[]>
  /** The newest bills that are about a topic now, so many at most: what an endpoint with this topic tracks from its start. */
  about(filter: Filter): Promise<number[]>
}
