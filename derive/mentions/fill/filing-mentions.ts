import { type BillMention, findBillMentions } from '../text/find-bill-mentions.ts'
import { findRegulationMentions, type RegulationMention } from '../text/find-regulation-mentions.ts'
import { quoteOf } from '../text/quote.ts'

/** Version of the grammar. Another one reads all filings again. */
export const MENTIONS_VERSION = 1

/** A filing as its row in the read schema has it. */
export type FilingText = {
  readonly id: number
  readonly jurisdiction: string
  readonly year: number
  /** null: it is removed. */
  readonly activities: readonly { readonly description: string | null }[] | null
}

type Placed = { readonly filing_id: number; readonly activity: number; readonly quote: string }
export type PlacedBill = BillMention & Placed
export type PlacedRegulation = RegulationMention & Placed

/** Only filings about Congress name its bills: the numbers of a state are other bills. */
const CONGRESS = 'ocd-division/country:us'

/** Everything that one filing names. Pure. */
export function mentionsOf({ id, jurisdiction, year, activities }: FilingText): {
  readonly bills: readonly PlacedBill[]
  readonly regulations: readonly PlacedRegulation[]
} {
  const texts = (activities ?? []).map(({ description }) => description ?? '')
  const place = <M extends BillMention | RegulationMention>(mentions: readonly M[], activity: number) =>
    mentions.map((one) => ({ ...one, filing_id: id, activity, quote: quoteOf(texts[activity]!, one) }))
  return {
    bills:
      jurisdiction === CONGRESS
        ? texts.flatMap((text, activity) => place(findBillMentions(text, year), activity))
        : [],
    regulations: texts.flatMap((text, activity) => place(findRegulationMentions(text), activity)),
  }
}
