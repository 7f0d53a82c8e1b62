import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { type EventType, isEventType } from './catalog.ts'
import { LegislogError } from './errors.ts'
import type { EventMeta } from './event.ts'

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

/** What the headers of a message say. */
export type EventHead = { readonly type: EventType; readonly meta: EventMeta }

const DATASCHEMA = /:v(\d+)$/

/** Reads headers as kafkajs gives them (buffers, or arrays of them). Throws `event_undecodable` naming the header. */
export function fromHeaders(raw: Readonly<Record<string, unknown>>): EventHead {
  const type = required(raw, 'ce_type')
  if (!isEventType(type)) {
    throw new LegislogError('event_type_unknown', `no event type is called ${JSON.stringify(type)}`)
  }
  const sequence = Number(required(raw, 'ce_sequence'))
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new LegislogError(
      'event_undecodable',
      `header ce_sequence is ${raw.ce_sequence}, not a positive integer`,
    )
  }
  const version = DATASCHEMA.exec(required(raw, 'ce_dataschema'))
  if (version === null) {
    throw new LegislogError(
      'event_undecodable',
      `header ce_dataschema is ${text(raw.ce_dataschema)}, not name:vN`,
    )
  }
  return {
    type,
    meta: {
      id: required(raw, 'ce_id'),
      source: required(raw, 'ce_source'),
      subject: required(raw, 'ce_subject'),
      time: required(raw, 'ce_time'),
      schema_version: Number(version[1]),
      recorded_at: required(raw, 'ce_recordedtime'),
      sequence,
      run: text(raw.ce_run) ?? '',
      backfill: text(raw.ce_backfill) === 'true',
    },
  }
}

/**
 * The id of an event. `bill` is context for the dispatcher and stays out: it may differ between two observations of
 * one fact.
 */
export function eventId(subject: string, type: EventType, sequence: number, body: object): string {
  const { bill: _context, ...content } = body as Record<string, unknown>
  return hash('sha256', canonicalJson([subject, type, sequence, content])).slice(0, 40)
}

function required(raw: Readonly<Record<string, unknown>>, name: string): string {
  const value = text(raw[name])
  if (value === undefined || value === '')
    throw new LegislogError('event_undecodable', `header ${name} is missing`)
  return value
}

function text(value: unknown): string | undefined {
  if (Array.isArray(value)) return text(value[0])
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  return typeof value === 'string' ? value : undefined
}
