import { NOT_BLANK } from '../../schemas/http/not-blank.ts'

/** The parts of a JSON schema that say which values it accepts. */
export type ValueSchema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly ValueSchema[]
  readonly pattern?: string
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  /** Its values are never shown, not even in a refusal. */
  readonly writeOnly?: boolean
}

/** Describes the values that a schema accepts, in words that follow "must be". */
export function acceptedValues(schema: ValueSchema): string {
  if (schema.enum !== undefined) {
    const [only, ...others] = schema.enum.map(String)
    return others.length === 0 ? String(only) : `one of ${[only, ...others].join(', ')}`
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf !== undefined) return schema.anyOf.map(acceptedValues).join(' or ')
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.map((type) => ofType(type, schema)).join(' or ') || 'another value'
}

/** Finds the words in a pattern that `Parts` made for a comma-separated list. */
const WORD_LIST = /^\^\(([\w|]+)\)\(,\(\1\)\)\*\$$/

function ofType(type: string, schema: ValueSchema): string {
  switch (type) {
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum, ['from', 'to', 'up to'])}`
    case 'number':
      return `a number${range(schema.minimum, schema.maximum, ['from', 'to', 'up to'])}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list${range(schema.minItems, schema.maxItems, ['of', 'to', 'of at most'], ' items')}`
    case 'object':
      return ofObject(schema)
    case 'string':
      return ofText(schema)
    default:
      return type
  }
}

function ofObject({ minProperties, maxProperties, properties }: ValueSchema): string {
  const names = Object.keys(properties ?? {}).join(', ')
  if (minProperties === 1 && maxProperties === 1) return `an object with one of ${names}`
  return minProperties === 1 ? `an object with at least one of ${names}` : 'an object'
}

function ofText({ pattern, examples, minLength, maxLength }: ValueSchema): string {
  const words = WORD_LIST.exec(pattern ?? '')?.[1]?.split('|')
  if (words !== undefined) return `one or more of ${words.join(', ')}, separated by commas`
  const hasForm = pattern !== undefined && pattern !== NOT_BLANK
  const like = hasForm && examples?.[0] !== undefined ? ` such as ${String(examples[0])}` : ''
  return `a text${range(minLength, maxLength, ['of', 'to', 'of at most'], ' characters')}${like}`
}

/** A limit that only keeps numbers exact is left out, because it does not help a reader. */
function range(
  least: number | undefined,
  most: number | undefined,
  [from, to, upTo]: readonly [string, string, string],
  unit = '',
): string {
  const end = most === Number.MAX_SAFE_INTEGER ? undefined : most
  if (least === undefined) return end === undefined ? '' : ` ${upTo} ${end}${unit}`
  if (end !== undefined) return ` ${from} ${least} ${to} ${end}${unit}`
  return unit === '' ? ` from ${least}` : ` of at least ${least}${unit}`
}

const MAX_SHOWN_LENGTH = 80

/** Shows a value in a refusal: as JSON, at most one line. */
export function shownValue(value: unknown): string {
  // JSON can contain a number that is too large. It is read as Infinity, which JSON cannot write.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing')
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
}
