import { exampleMembers, exampleValues, patternedValues } from './example-values/index.ts'
import type { Schema } from './types.ts'

const irregular: Readonly<Record<string, string>> = { aliases: 'alias' }

/** Gives `action` for `actions`. */
export function singular(word: string): string {
  return (
    irregular[word] ??
    word
      .replace(/ies$/, 'y')
      .replace(/(ch|sh|ss|x)es$/, '$1')
      .replace(/([^s])s$/, '$1')
  )
}

type Place = { readonly owner: string; readonly name: string }
type Schemas = Readonly<Record<string, Schema>>

/** The type that is not null. */
function typeOf({ type }: Schema): string | undefined {
  return typeof type === 'string' ? type : (type?.find((each) => each !== 'null') ?? type?.[0])
}

const isMissing = (value: unknown): value is undefined => value === undefined

/**
 * A value that an answer of this schema could be: its own examples first, then the usual value for its name.
 */
export function exampleOf(schema: Schema, place: Place, schemas: Schemas): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!
    const members = exampleMembers[`${place.owner}.${place.name}`]
    const named = { owner: ownerOf(name), name: '' }
    if (members !== undefined) return objectExample(schemas[name] ?? {}, named, schemas, members)
    return exampleOf(schemas[name] ?? {}, named, schemas)
  }
  const usual = usualValue(schema, place)
  if (usual === null) return null
  const known = schema.const ?? schema.examples?.[0] ?? usual ?? schema.enum?.[0]
  if (!isMissing(known)) return known
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) {
    const first = variants.find((variant) => variant.type !== 'null') ?? variants[0]
    return first === undefined ? null : exampleOf(first, place, schemas)
  }
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, place, schemas)
    case 'array':
      return schema.items === undefined
        ? []
        : [exampleOf(schema.items, { owner: place.owner, name: singular(place.name) }, schemas)]
    case 'null':
      return null
    case 'boolean':
      return false
    default:
      return typeOf(schema) === undefined ? {} : plainValue(schema)
  }
}

/** Includes the required members, or the first optional one if none is required. */
function objectExample(
  schema: Schema,
  { owner, name }: Place,
  schemas: Schemas,
  usual: readonly string[] = [],
): object {
  const within = name === '' ? owner : singular(name)
  const properties = Object.entries(schema.properties ?? {})
  const required = properties.filter(([property]) =>
    [...usual, ...(schema.required ?? [])].includes(property),
  )
  return Object.fromEntries(
    (required.length > 0 ? required : properties.slice(0, 1)).map(([property, value]) => [
      property,
      exampleOf(value, { owner: within, name: property }, schemas),
    ]),
  )
}

/** `BillActionItem` is an `action`: the last word before the suffix for its form. */
export function ownerOf(schemaName: string): string {
  const words = schemaName
    .replace(/(?:Item|Page|Body|Answer|Detail)$/, '')
    .replace(/^(?:Create|Rotate|Test|Enable|Disable)/, '')
    .match(/[A-Z][a-z]*/g)
  const parts = (words ?? []).map((word) => word.toLowerCase())
  return parts[0] === 'webhook' ? parts.join('_') : (parts.at(-1) ?? '')
}

/** An integer gets a count, whatever its name; a text gets its example by its name. */
const plainValue = (schema: Schema): unknown =>
  typeOf(schema) === 'string' ? 'text' : (schema.minimum ?? 12)

/** Gives the table's value for the name, if it fits the type and the pattern. */
export function usualValue(schema: Schema, { owner, name }: Place): unknown {
  const values = [...(exampleValues[`${owner}.${name}`] ?? []), ...(exampleValues[name] ?? [])]
  const patterned = schema.pattern === undefined ? [] : patternedValues
  return [...values, ...patterned].find((value) => fits(schema, value))
}

function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value)
  if (value === null) return (schema.anyOf ?? []).some(({ type }) => type === 'null')
  const type = typeOf(schema)
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  if (type !== 'string' || typeof value !== 'string') return false
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)
}

/** Adds examples to every text and number that has none. */
export function withExamples(schema: Schema, place: Place): Schema {
  if (schema.$ref !== undefined) return schema
  const within = place.name === '' ? place.owner : singular(place.name)
  const next: Schema = {
    ...schema,
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, value]) => [
              name,
              withExamples(value, { owner: within, name }),
            ]),
          ),
        }),
    ...(schema.items === undefined
      ? {}
      : { items: withExamples(schema.items, { owner: place.owner, name: singular(place.name) }) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map((each) => withExamples(each, place)) }),
  }
  const isPlain = ['string', 'integer', 'number', 'boolean', 'null'].includes(typeOf(schema) ?? '')
  if (!isPlain || schema.enum !== undefined || schema.examples !== undefined) return next
  const value = schema.const ?? usualValue(schema, place) ?? fallbackValue(schema)
  return isMissing(value) ? next : { ...next, examples: [value] }
}

/** An example value for a type that is not text. */
export function fallbackValue(schema: Schema): unknown {
  const type = typeOf(schema)
  if (type === 'string') return undefined
  if (type === 'null') return null
  return type === 'boolean' ? false : plainValue(schema)
}
