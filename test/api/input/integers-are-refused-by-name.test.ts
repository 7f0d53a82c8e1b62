import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument, Operation, Schema } from '../../../api/openapi/types.ts'
import type { TestApi } from '../../support/api/test-api.ts'
import { createWholeApi } from '../../support/service/whole-api.ts'

/** None of them is a whole number within the range of any integer parameter. */
const notIntegers = [
  '1e309',
  '-1e309',
  '1e5',
  '0x10',
  ' 5',
  '5 ',
  '+5',
  '5.0',
  '-0.5',
  String(2n ** 53n),
  String(2n ** 63n),
  String(-(2n ** 63n)),
  'NaN',
  'Infinity',
  '١٢',
  '１２',
  '9'.repeat(300),
]
/** These are sent as raw JSON. 1e5 is not here, because it is 100000 in JSON. */
const notJsonIntegers = [
  '1e309',
  '-1e309',
  '1.5',
  String(2n ** 53n),
  String(2n ** 63n),
  '9'.repeat(400),
  'true',
  '[1]',
]

type Place = { readonly method: string; readonly path: string; readonly operation: Operation }
type Member = { readonly names: readonly (string | number)[]; readonly schema: Schema }

let api: TestApi
let document: ApiDocument
let headers: Record<string, string>
let places: Place[]

beforeAll(async () => {
  ;({ api } = await createWholeApi())
  document = (await api.app.inject('/v1/openapi.json')).json()
  headers = { authorization: `Bearer ${await api.issue({ scopes: ['admin', 'leads'] })}` }
  places = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ method, path, operation }],
    ),
  )
})

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : document.components!.schemas![schema.$ref.split('/').at(-1)!]!

function isInteger(given: Schema): boolean {
  const schema = resolved(given)
  return [schema.type].flat().includes('integer') || (schema.anyOf ?? []).some(isInteger)
}

/** Every integer of a body, with its path of member names. */
function integersOf(given: Schema, names: readonly (string | number)[] = []): Member[] {
  const schema = resolved(given)
  if (isInteger(schema)) return [{ names, schema }]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      integersOf(member, [...names, name]),
    ),
    ...(schema.items === undefined ? [] : integersOf(schema.items, [...names, 0])),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((variant) => integersOf(variant, names)),
  ]
}

const plain = (name: string): string =>
  name === 'key' ? `dlv_${'0'.repeat(32)}` : name === 'sha256' ? '0'.repeat(64) : '1'

const addressOf = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? plain(name)))

async function refusal(request: { method: string; url: string; payload?: string }) {
  const { payload, method, url } = request
  const answer = await api.app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: payload === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  })
  expect(answer.statusCode, `${method} ${url.slice(0, 200)} ${payload?.slice(0, 200)}: ${answer.body}`).toBe(
    400,
  )
  return answer.json() as { code: string; detail: string; errors?: object[] }
}

/** Their errors show no value, since any parameter may have the private text. */
const PRIVATE = new Set(['/v1/bills/ask'])

const shown = (value: string): string => JSON.stringify(value).slice(0, 70)

describe('a value that is not a whole number', () => {
  it('is refused in every path, with its name and value', async () => {
    let tried = 0
    for (const { method, path, operation } of places) {
      const ids = (operation.parameters ?? []).filter(
        // The id of a version is a text.
        (each) => each.in === 'path' && /(?:^|_)id$/.test(each.name) && each.name !== 'version_id',
      )
      for (const { name } of ids) {
        for (const value of notIntegers) {
          const url = addressOf(path, { [name]: value })
          const { code, detail } = await refusal({ method, url, ...bodyOf(operation) })
          expect(code, url).toBe('invalid_id')
          expect(detail, url).toContain(`${name} is ${shown(value)}`)
          tried += 1
        }
      }
    }
    expect(tried).toBeGreaterThan(30 * notIntegers.length)
  })

  it('is refused in every query, with its name and value', async () => {
    const named = new Set<string>()
    for (const { method, path, operation } of places) {
      const integers = (operation.parameters ?? []).filter(
        (each) => each.in === 'query' && isInteger(each.schema ?? {}),
      )
      const others = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
      for (const { name } of integers) {
        named.add(name)
        for (const value of notIntegers) {
          const query = new URLSearchParams(
            others.map((each): [string, string] => [each.name, String(each.example)]),
          )
          query.set(name, value)
          const url = `${addressOf(path)}?${query}`
          const { detail, errors } = await refusal({ method, url })
          const printed = PRIVATE.has(path) ? 'not one that can be used' : shown(value)
          expect(detail, url).toContain(`${name} is ${printed}`)
          expect(errors, url).toEqual([{ parameter: name, detail }])
        }
      }
    }
    expect([...named].sort()).toEqual([
      'endpoint_id',
      'id',
      'limit',
      'sheet',
      'sheet_id',
      'widget_id',
      'year',
    ])
  })

  it('is refused in every body, with its name and value, as a string and as a number', async () => {
    const named = new Set<string>()
    for (const { method, path, operation } of places) {
      const media = operation.requestBody?.content?.['application/json']
      if (media === undefined) continue
      for (const { names } of integersOf(media.schema ?? {})) {
        named.add(names.join('.'))
        for (const json of [...notIntegers.map((text) => JSON.stringify(text)), ...notJsonIntegers]) {
          const payload = bodyWith(media.example as object, names, json)
          const { code, detail, errors } = await refusal({ method, url: addressOf(path), payload })
          expect(code, payload).toBe('invalid_body')
          expect(detail, payload).toContain(` is ${shownJson(json)}`)
          expect(errors, payload).toEqual([{ pointer: `/${names.join('/')}`, detail }])
        }
      }
    }
    expect([...named].sort()).toEqual([
      'bill_id',
      'bill_ids.0',
      'filter.bill_ids.0',
      'hour',
      'items.0.bill_id',
      'items.0.weight',
      'limit',
      'lookups.daily_cap',
      'max_in_flight',
      'overlap_seconds',
      'policies.min_votes',
      'rate_limit_per_s',
      'sheet_id',
      'shows.bill_ids.0',
      'shows.legislator_id',
      'shows.scorecard_id',
      'shows.sheet_id',
    ])
  })
})

const bodyOf = ({ requestBody }: Operation): { payload?: string } => {
  const media = requestBody?.content?.['application/json']
  return media === undefined ? {} : { payload: JSON.stringify(media.example) }
}

/** How a refusal shows a value of JSON: a number as JavaScript reads it. */
function shownJson(json: string): string {
  const value: unknown = JSON.parse(json)
  return typeof value === 'number' ? String(value) : json.slice(0, 70)
}

const PLACEHOLDER = '"the value"'

/** The JSON of an example with one member replaced by raw JSON, which may have no JavaScript value. */
function bodyWith(example: object, names: readonly (string | number)[], json: string): string {
  const put = (value: unknown, [name, ...rest]: readonly (string | number)[]): unknown => {
    if (name === undefined) return JSON.parse(PLACEHOLDER)
    if (name === 0) return [put((value as readonly unknown[] | undefined)?.[0], rest)]
    return { ...(value as object), [name]: put((value as Record<string, unknown>)?.[name], rest) }
  }
  return JSON.stringify(put(example, names)).replace(PLACEHOLDER, json)
}
