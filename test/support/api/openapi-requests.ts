import fc from 'fast-check'
import type { Operation, Parameter, Schema } from '../../../api/openapi/types.ts'

export type Schemas = Readonly<Record<string, Schema>>
/** Real values by parameter name, so some requests are not answered with 404. */
export type Pool = Readonly<Record<string, readonly unknown[]>>

export type Asked = {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  '99999999999999999999',
  'null',
  'ocd-bill/00000000-0000-5000-8000-000000000000',
  "'; DROP TABLE bills; --",
  '%',
  '%00',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  'é𝔸',
  'a'.repeat(400),
  '2026-02-30',
  '0000-01-01',
  '2026-01-01T00:00:00+99:99',
)
const anyText = fc.oneof(oddTexts, fc.string({ maxLength: 40, unit: 'grapheme' }))

/** Mostly values that the schema accepts, and sometimes anything. */
export function valuesOf(schema: Schema, name: string, schemas: Schemas, pool: Pool): fc.Arbitrary<unknown> {
  const real = pool[name]
  const fitting = fittingValues(schema, name, schemas, pool)
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: real === undefined ? 0 : 20, arbitrary: fc.constantFrom(...(real ?? [''])) },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

function fittingValues(schema: Schema, name: string, schemas: Schemas, pool: Pool): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    return fittingValues(schemas[schema.$ref.split('/').at(-1)!] ?? {}, name, schemas, pool)
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) {
    return fc.oneof(...variants.map((variant) => fittingValues(variant, name, schemas, pool)))
  }
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return objects(schema, schemas, pool)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name, schemas, pool), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -2, max: 300 }), fc.constantFrom(1, 20, 200, 2 ** 31, 2 ** 53))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return texts(schema)
  }
}

function texts({ pattern, examples }: Schema): fc.Arbitrary<unknown> {
  const known = (examples ?? []).map((example) => fc.constant(example))
  return fc.oneof(...known, pattern === undefined ? anyText : textsOf(pattern))
}

/** The generator of texts cannot look ahead, so it leaves out what looks ahead, and the pattern filters its texts. */
function textsOf(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern, 'u')
  const withoutLooks = new RegExp(pattern.replaceAll(/\(\?[=!][^()]*\)/gu, ''), 'u')
  return fc.stringMatching(withoutLooks).filter((text) => whole.test(text))
}

/** Sometimes a required member is left out, and an unknown one is added. */
function objects(schema: Schema, schemas: Schemas, pool: Pool): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    sometimes(valuesOf(property, name, schemas, pool), schema.required?.includes(name) ? 9 : 3),
  ])
  const known = fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>)
  const extra = fc.option(fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue()), {
    freq: 8,
  })
  return fc
    .tuple(known, extra)
    .map(([object, more]) => JSON.parse(JSON.stringify(Object.assign({}, object, more))) as unknown)
}

const parameterValues = (parameter: Parameter, schemas: Schemas, pool: Pool) => {
  const values = valuesOf(parameter.schema ?? {}, parameter.name, schemas, pool)
  const isRare = pool[parameter.name] !== undefined || parameter.example === undefined
  return fc.oneof(
    { weight: isRare ? 1 : 6, arbitrary: fc.constant(parameter.example) },
    { weight: 6, arbitrary: values },
  )
}

const sometimes = (values: fc.Arbitrary<unknown>, weight: number): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: values }, { weight: 10 - weight, arbitrary: fc.constant(undefined) })

/** Requests of one operation. */
export function requestsOf(operation: Operation, schemas: Schemas, pool: Pool): fc.Arbitrary<Asked> {
  const parameters = operation.parameters ?? []
  const resolvedPath = (place: string) => parameters.filter((each) => each.in === place)
  const path = fc.record(
    Object.fromEntries(resolvedPath('path').map((each) => [each.name, parameterValues(each, schemas, pool)])),
  )
  const query = fc.record(
    Object.fromEntries(
      resolvedPath('query').map((each) => [
        each.name,
        sometimes(parameterValues(each, schemas, pool), each.required ? 9 : 2),
      ]),
    ),
  )
  const unknown = fc.oneof(
    { weight: 1, arbitrary: fc.constant({ nonsense: '1' }) },
    { weight: 12, arbitrary: fc.constant({}) },
  )
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return fc.record({
    path,
    query: fc.tuple(query, unknown).map(([known, more]) => ({ ...known, ...more })),
    headers: headers,
    body: schema === undefined ? fc.constant(undefined) : valuesOf(schema, 'body', schemas, pool),
  })
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'if-none-match': '*' },
      { 'if-none-match': 'W/"nothing"' },
      { 'accept-encoding': 'gzip' },
      { range: 'bytes=0-9' },
      { range: 'bytes=999999999-' },
      { 'idempotency-key': 'one-key' },
      { 'x-request-id': 'a-request-of-mine' },
      { 'x-request-id': 'not\ta word' },
      { 'content-type': 'text/plain' },
      { accept: 'text/html' },
      { origin: 'https://example.org' },
    ),
  },
)
