import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'

const read = (...path: string[]) => readFile(join(projectFolder, ...path), 'utf8')
const testsNamed = (text: string) =>
  [...text.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, path]) => path!)

/** Routes that the OpenAPI document leaves out. */
const untold = ['GET /v1/openapi.json', 'GET /docs', 'GET /metrics']

let page: string
let rows: string[]

beforeAll(async () => {
  page = await read('docs', 'specification.md')
  rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:specification|here) \|/.test(line))
})

describe('docs/specification.md', () => {
  it('names a test for every point, or says that it is for later', () => {
    for (const row of rows) {
      expect(row.split(' | '), row).toHaveLength(3)
      expect(testsNamed(row).length > 0 || /\blater\b/.test(row), row).toBe(true)
    }
    for (const section of ['2', '3', '4', '5', '6', '7', '8', '9']) {
      expect(page).toMatch(new RegExp(`^## ${section} `, 'm'))
    }
  })

  it('names only tests that exist', () => {
    expect(testsNamed(page).filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
  })

  it('lists every route of the API', async () => {
    const { paths } = JSON.parse(await read('api', 'openapi.json')) as { paths: Record<string, object> }
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(routes).toContain('GET /v1/bills')
    for (const route of [...routes, ...untold]) {
      expect(
        page.includes(`\`${route}\``) || page.includes(`\`${route.replace('/v1/', '/api/v1/')}\``),
        route,
      ).toBe(true)
    }
  })
})
