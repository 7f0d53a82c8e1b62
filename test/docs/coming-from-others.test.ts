import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument, Schema } from '../../api/openapi/types.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { guidesFolder } from '../support/guides/guide.ts'

let document: ApiDocument
let sections: { route: string; names: string[] }[]
let calls: string[]

beforeAll(async () => {
  document = JSON.parse(await readFile(join(projectFolder, 'api', 'openapi.json'), 'utf8'))
  const page = await readFile(join(guidesFolder, 'coming-from-others.md'), 'utf8')
  const parts = page.split(/^## /m).slice(1)
  const firstCells = (part: string) =>
    [...part.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    )
  calls = firstCells(parts.find((part) => part.startsWith('Calls'))!)
  sections = parts.flatMap((part) => {
    const route = /^.*: (GET \S+)$/m.exec(part.split('\n', 1)[0]!)?.[1]
    return route === undefined ? [] : [{ route, names: firstCells(part) }]
  })
})

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components?.schemas?.[schema.$ref.split('/').at(-1)!] ?? {})

function answerOf(route: string): Schema {
  const [method = '', path = ''] = route.split(' ')
  const operation = document.paths?.[path]?.[method.toLowerCase()]
  const schema = operation?.responses?.['200']?.content?.['application/json']?.schema
  expect(schema, route).toBeDefined()
  const whole = resolved(schema!)
  const items = whole.properties?.data?.items
  return items === undefined ? whole : resolved(items.anyOf?.[0] ?? items)
}

function has(schema: Schema, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const shapes = [schema, ...(schema.anyOf ?? [])].map(resolved)
  return shapes.some((shape) => {
    const property = shape.properties?.[name.replace('[]', '')]
    if (property === undefined) return false
    const whole = resolved(property)
    const list = [whole, ...(whole.anyOf ?? [])].map(resolved).find(({ items }) => items !== undefined)
    return has(name.endsWith('[]') ? resolved(list?.items ?? {}) : whole, rest)
  })
}

describe('docs/guides/coming-from-others.md', () => {
  it('names only calls that exist', () => {
    expect(calls).toContain('GET /v1/bills')
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ')
      expect(document.paths?.[path]?.[method.toLowerCase()], call).toBeDefined()
    }
  })

  it('names only fields that exist', () => {
    expect(sections.length).toBeGreaterThan(7)
    for (const { route, names } of sections) {
      const answer = answerOf(route)
      const unknown = names.filter((name) => !has(answer, name.split('.')))
      expect({ route, unknown }).toEqual({ route, unknown: [] })
      expect(names.length, route).toBeGreaterThan(4)
    }
  })
})
