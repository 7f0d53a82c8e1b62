import type { LogEvent } from '../../schemas/log/event.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { billDerivationsTable } from '../tables/derivation-table.ts'

/**
 * What a model says about bills. If a bill is merged or removed, ingest removes its derivations by events of their own,
 * so these rows do not depend on the bill's events.
 */
export const billDerivations: Projector<
  'derivation.recorded' | 'derivation.removed' | 'derivation.released'
> = {
  name: 'bill-derivations',
  events: ['derivation.recorded', 'derivation.removed', 'derivation.released'],
  tables: [billDerivationsTable],
  touches: (event) =>
    event.type === 'derivation.released'
      ? releaseTouches(event, billDerivationsTable)
      : [ownRow(billDerivationsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'derivation.released') return releaseWrites(rows, event, billDerivationsTable)
    const { id, ocd_id, bill } = event.body
    const existing = rows.get(billDerivationsTable, id)
    if (event.type === 'derivation.removed') {
      return existing === undefined
        ? []
        : [write(billDerivationsTable, tombstone(existing, event, 'summary', 'removed'))]
    }
    if (bill.id === null || bill.ocd_id === null) throw new Error(`${ocd_id} names no bill`)
    const { kind, language, text_sha256 } = event.body.derivation
    return [
      write(billDerivationsTable, {
        id,
        ocd_id,
        bill_id: bill.id,
        bill_ocd_id: bill.ocd_id,
        kind,
        language,
        text_sha256,
        item: derivationContent(event),
        deleted: false,
        ...movedTo(existing, event, 'summary'),
      }),
    ]
  },
}

function derivationContent({ body }: LogEvent<'derivation.recorded'>): string {
  const { id, ocd_id, bill, derivation } = body
  return JSON.stringify({
    id,
    ocd_id,
    bill: { id: bill.id, ocd_id: bill.ocd_id, identifier: bill.identifier },
    kind: derivation.kind,
    language: derivation.language,
    text: derivation.text,
    content: derivation.content,
    citations: derivation.citations.map(({ section, start, end, quote }) => ({ section, start, end, quote })),
    method: derivation.method,
    method_version: derivation.method_version,
    model: derivation.model,
    prompt_version: derivation.prompt_version,
    version_id: derivation.version_id,
    text_sha256: derivation.text_sha256,
    generated_at: derivation.generated_at,
  })
}
