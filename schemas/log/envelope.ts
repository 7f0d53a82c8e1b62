import { hash } from 'node:crypto'
import { canonicalJson } from '../values/canonical-json.ts'
import type { EventMeta } from './event.ts'
import type { EventType } from './event-catalog.ts'

/** CloudEvents 1.0 in binary mode: the attributes are Kafka headers with the prefix `ce_`. */
export type Headers = Record<string, string>

export function toHeaders(type: EventType, meta: Omit<EventMeta, 'recorded_at'>): Headers {
  const headers: Headers = {
    ce_specversion: '1.0',
    ce_id: meta.id,
    ce_source: meta.source,
    ce_type: type,
    ce_subject: meta.subject,
    ce_time: meta.time,
    ce_dataschema: `legislog:${type}:v${meta.schema_version}`,
    ce_sequence: String(meta.sequence),
    ce_run: meta.run,
  }
  if (meta.backfill) headers.ce_backfill = 'true'
  return headers
}

/**
 * The id of an event. `bill` is context for the dispatcher and stays out: it may differ between two observations of
 * one fact.
 */
export function eventId(subject: string, type: EventType, sequence: number, body: object): string {
  const { bill: _context, ...content } = body as Record<string, unknown>
  return hash('sha256', canonicalJson([subject, type, sequence, content])).slice(0, 40)
}
