import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const ID = 'ocd-bill/00000000-0000-5000-8000-000000000000'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi(await createTestDatabase())
})

describe('an unknown path', () => {
  it('returns 404 route_not_found, by any method and under both prefixes', async () => {
    const unknown = [
      '/v1/targets',
      '/v1/targets/prospects',
      '/v1/bills/{id}/target',
      '/v1/bills/{id}/outreach/1',
    ]
    for (const path of unknown.flatMap((each) => [each, `/api${each}`])) {
      for (const id of ['1', ID, ID.toUpperCase()]) {
        const url = path.replace(/\{\w+\}/g, encodeURIComponent(id))
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

  it('returns the same 404 without a token', async () => {
    for (const url of ['/v1/targets', '/v1/nothing']) {
      expect((await api.app.inject(url)).json()).toMatchObject({ status: 404, code: 'route_not_found' })
    }
  })
})
