import { createHash } from 'node:crypto'
import type { TextReference } from '../text/version-text.ts'
import type { BillFacts } from './bill-facts.ts'

/**
 * Names the content that a summary and an explanation derive from, as a SHA-256. Equal content has the same name,
 * whatever the order of the members. `reference` is that of the current text; null if the bill has none.
 */
export function summarySource(facts: BillFacts, reference: TextReference | null): string {
  const { jurisdiction, session, identifier, title, abstracts, subjects } = facts
  const content = [
    [jurisdiction, session, identifier, title],
    abstracts.map(({ abstract, note }) => [abstract, note]),
    subjects,
    reference && [reference.extracted_sha256, reference.marked_sha256, reference.media_type],
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
