import type { EventType } from './event-catalog.ts'
import { schemaOf } from './event-schemas.ts'
import { type EventSchema, schemaId } from './schema-files.ts'

/** The content of a schema file. */
export function eventSchema(type: EventType, version: number): EventSchema {
  const schema = schemaOf(type, version)
  if (schema === undefined) throw new RangeError(`${type} has no version ${version}`)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: schemaId(type, version),
    title: `${type}, version ${version}`,
    ...(closed(JSON.parse(JSON.stringify(schema))) as object),
  }
}

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]))
  return 'properties' in node && 'type' in node ? { ...inner, additionalProperties: false } : inner
}

export function schemaFileText(type: EventType, version: number): string {
  return `${JSON.stringify(eventSchema(type, version), null, 2)}\n`
}
