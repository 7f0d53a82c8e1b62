import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

type Described = { content?: Record<string, { example?: unknown }> }
type Operation = {
  operationId?: string
  responses: Record<string, Described>
  requestBody?: Described
  security?: unknown[]
  parameters?: { name: string }[]
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

let api: TestApi
let document: Document

beforeAll(async () => {
  api = await createTestApi(await createTestDatabase())
  document = (await api.app.inject('/v1/openapi.json')).json()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and lists every path once, under /v1', () => {
    expect(document.openapi).toBe('3.1.0')
    const paths = Object.keys(document.paths)
    expect(paths).toEqual(
      expect.arrayContaining(['/v1/bills', '/v1/bills/{id}/votes', '/v1/jurisdictions/{id}', '/readyz']),
    )
    expect(paths.filter((path) => path.startsWith('/api/'))).toEqual([])
  })

  it('gives every operation a unique name, a success answer and its errors', () => {
    const names = operations().map(({ operationId }) => operationId)
    expect(names).not.toContain(undefined)
    expect(new Set(names).size).toBe(names.length)
    for (const { path, responses, security } of operations()) {
      const refusals = security?.length === 0 ? [] : ['401', '403']
      const statuses = Object.keys(responses)
      expect(
        statuses.some((status) => status.startsWith('2')),
        path,
      ).toBe(true)
      if (path.startsWith('/v1/'))
        expect(statuses, path).toEqual(expect.arrayContaining(['400', ...refusals, '429', '500', '503']))
    }
  })

  it('names every parameter that the specification lists for bills', () => {
    const { parameters } = document.paths['/v1/bills']!.get!
    expect(parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'q',
        'jurisdiction',
        'session',
        'subject',
        'status',
        'updated_since',
        'cursor',
        'limit',
      ]),
    )
  })

  it('has realistic examples without placeholder text', async () => {
    const contents = operations().flatMap(({ responses, requestBody }) =>
      [...Object.values(responses), requestBody].flatMap((one) => Object.values(one?.content ?? {})),
    )
    const examples = contents.flatMap(({ example }) =>
      example === undefined ? [] : [JSON.stringify(example)],
    )
    expect(examples.length).toBeGreaterThan(30)
    const placeholders = examples.filter((example) => /[:[]"text"/.test(example))
    expect(placeholders).toEqual([])
  })

  it('is the same under both prefixes', async () => {
    expect((await api.app.inject('/api/v1/openapi.json')).json()).toEqual(document)
  })

  it('is shown on a page that loads nothing from any host', async () => {
    const page = await api.app.inject('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const path of Object.keys(document.paths)) expect(page.body).toContain(` ${path}</h3>`)
    // A browser fetches nothing for the page: no script, picture, frame, font or other style.
    expect(page.body).not.toMatch(/<(?:script|link|img|iframe|object|embed|video|audio|source|base|form)\b/i)
    expect(page.body).not.toMatch(/\s(?:src|srcset|style|on\w+|poster|background)=/i)
    expect(page.body).not.toMatch(/@import|url\(/i)
    // Links stay within the page or on the same host.
    const links = [...page.body.matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to!)
    expect(links.filter((to) => !/^(?:#|\/v1\/)/.test(to))).toEqual([])
    const anchors = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`))
    expect(links.filter((to) => to.startsWith('#') && !anchors.has(to))).toEqual([])
  })
})
