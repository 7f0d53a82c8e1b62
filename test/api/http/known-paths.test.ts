import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const ID = 'ocd-bill/00000000-0000-5000-8000-000000000000'

let api: TestApi
let later: string[]

beforeAll(async () => {
  api = await createTestApi(await createTestDatabase())
  const page = await readFile(join(projectFolder, 'docs', 'specification.md'), 'utf8')
  later = page
    .split('\n')
    .filter((line) => / \| later(?:; [^|]*)? \| /.test(line))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/\/v1\/[\w/{}-]+/g)])
    .map(([path]) => path)
})

describe('a path that the specification plans for later', () => {
  it('returns 404 route_not_found, by any method and under both prefixes', async () => {
    expect(later).toEqual(
      expect.arrayContaining(['/v1/targets/advocacy-prospects', '/v1/bills/{id}/targets']),
    )
    for (const path of later.flatMap((each) => [each, `/api${each}`])) {
      for (const id of ['1', ID, ID.toUpperCase()]) {
        const url = path.replace(/\{\w+\}/g, id)
        for (const method of METHODS) {
          const answer = await api.get(`${url}?q=x`, { method })
          expect(answer.statusCode, `${method} ${url}`).toBe(404)
          if (method !== 'HEAD') {
            expect(answer.json(), `${method} ${url}`).toMatchObject({
              code: 'route_not_found',
              detail: `There is nothing at ${url}.`,
            })
          }
        }
      }
    }
  })

  it('returns the same 404 without a token, like every unknown path', async () => {
    for (const url of ['/v1/targets/advocacy-prospects', '/v1/nothing']) {
      expect((await api.app.inject(url)).json()).toMatchObject({ status: 404, code: 'route_not_found' })
    }
  })
})
