import type { DraftedBill, Fact } from './draft.ts'

const LONGEST = 240

/** A quotation in one line, cut at a word. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= LONGEST) return `“${line}”`
  const cut = line.slice(0, LONGEST).toWellFormed()
  const end = cut.lastIndexOf(' ')
  return `“${end > 0 ? cut.slice(0, end) : cut} …”`
}

/** `HB 1110 of Washington`. */
export const billName = ({ identifier, place }: DraftedBill): string => `${identifier} of ${place}`

/** What the bill is, and what happened to it last. */
export function billFacts(bill: DraftedBill): Fact[] {
  const { id, title, session, latest_action } = bill
  const named: Fact = {
    text: `${billName(bill)} (session ${session}) has the title ${quoted(title)}.`,
    source: `/v1/bills/${id}`,
  }
  if (latest_action === null) return [named]
  const { date, description } = latest_action
  return [
    named,
    { text: `Its latest action is of ${date}: ${quoted(description)}.`, source: `/v1/bills/${id}/actions` },
  ]
}

export const SIGNATURE = 'Kind regards\n[your name and organization]'
