import { createHash } from 'node:crypto'
import { canonicalJson } from '../values/canonical-json.ts'
import type { EventType } from './event-catalog.ts'

/**
 * The content of `events/<type>.v<n>.json`: generated from the TypeBox schemas, committed, compared by a
 * test. It describes what writers write, so its objects are closed: only then may a property be added without
 * breaking BACKWARD_TRANSITIVE (in an open object, older events could have anything under its name). Readers
 * open it again (runtime/events/event-validation.ts), so that an older reader accepts a newer writer.
 */
export type EventSchema = Record<string, unknown> & { $id: string }

export function schemaId(type: EventType, version: number): string {
  return `legislog:${type}:v${version}`
}

export function schemaFileName(type: EventType, version: number): string {
  return `${type}.v${version}.json`
}

/** The text for the registry: one text for one content. */
export function registeredText(schema: EventSchema): string {
  return canonicalJson(schema)
}

export function fingerprint(schema: EventSchema): string {
  return createHash('sha256').update(registeredText(schema)).digest('hex')
}
