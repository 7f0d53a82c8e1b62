import { Ajv, type ErrorObject } from 'ajv'
import { LegislogError } from '../../schemas/errors.ts'
import { namesIn } from '../../schemas/http/json-pointer.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import type { EventSchema } from '../../schemas/log/schema-files.ts'
import { excerpt } from '../json/event-body.ts'

/** Throws `event_invalid` naming the path and the value. */
export type Validate = (type: EventType, body: object) => void

type Mode = 'write' | 'read'
type Compiled = ReturnType<Ajv['compile']>

/**
 * `write` refuses properties that the schema does not name; `read` passes over them, since a newer writer may have
 * added some. Compiles at the first use, once for each schema: a process that sees few types compiles few.
 */
export function createValidator(schema: EventSchema, mode: Mode): Validate {
  let isValid: Compiled | undefined
  return (type, body) => {
    isValid ??= compiledOnce(schema, mode)
    if (isValid(body)) return
    throw new LegislogError('event_invalid', `${type}: ${describe(body, isValid.errors ?? [])}`)
  }
}

const compiled: Readonly<Record<Mode, WeakMap<EventSchema, Compiled>>> = {
  write: new WeakMap(),
  read: new WeakMap(),
}

function compiledOnce(schema: EventSchema, mode: Mode): Compiled {
  const known = compiled[mode].get(schema)
  if (known !== undefined) return known
  // Each schema has a separate instance, because two revisions of one schema have one $id, which one
  // instance refuses.
  const isValid = new Ajv({
    strict: true,
    allowUnionTypes: true,
    validateSchema: false,
    meta: false,
  }).compile(simplify(schema, mode) as Record<string, unknown>)
  compiled[mode].set(schema, isValid)
  return isValid
}

function describe(body: object, errors: readonly ErrorObject[]): string {
  const error = errors.at(-1)
  if (error === undefined) return 'the body does not fit its schema'
  const path = error.instancePath === '' ? '/' : error.instancePath
  return `${path} ${error.message ?? 'does not fit'} (it is ${excerpt(valueAt(body, error.instancePath))})`
}

function valueAt(body: object, pointer: string): unknown {
  return namesIn(pointer).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    body,
  )
}

/**
 * Rewrites the constraints for a faster validator. `anyOf [X, null]` becomes `type [X, null]` if X is one plain type. A
 * failed branch of anyOf would build an error object for each null.
 */
function simplify(node: unknown, mode: Mode): unknown {
  if (Array.isArray(node)) return node.map((item) => simplify(item, mode))
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(
    ([name]) => !identity.has(name) && !(mode === 'read' && name === 'additionalProperties'),
  )
  const simple = boundInteger(
    Object.fromEntries(entries.map(([name, value]) => [name, simplify(value, mode)])),
  )
  return nullableOf(simple) ?? openRecord(simple)
}

const identity = new Set(['$schema', '$id'])

function nullableOf(node: Record<string, unknown>): Record<string, unknown> | undefined {
  if (!Array.isArray(node.anyOf) || node.anyOf.length !== 2) return undefined
  const [value, nothing] = node.anyOf as [Record<string, unknown>, Record<string, unknown>]
  if (nothing.type !== 'null' || typeof value.type !== 'string') return undefined
  const { anyOf: _branches, ...rest } = node
  return { ...rest, ...value, type: [value.type, 'null'] }
}

/** A number beyond these loses digits. */
function boundInteger(node: Record<string, unknown>): Record<string, unknown> {
  if (node.type !== 'integer') return node
  return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...node }
}

/** A record of any values is only checked for being an object. */
function openRecord(node: Record<string, unknown>): Record<string, unknown> {
  const { patternProperties, ...rest } = node
  if (typeof patternProperties !== 'object' || patternProperties === null) return node
  const isOpen = Object.values(patternProperties).every((inner) => Object.keys(inner as object).length === 0)
  return isOpen ? rest : node
}
