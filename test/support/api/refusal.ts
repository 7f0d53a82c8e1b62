import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { TestApi } from './test-api.ts'

/** Status and code of a refused request, after checking that the answer is a whole problem document. */
export async function refusalOf(api: TestApi, request: InjectOptions): Promise<unknown> {
  const answer = await api.app.inject(request)
  const body = answer.body === '' ? {} : answer.json()
  const { status, code } = body as { status: number; code: string }
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect((body as { request_id: string }).request_id).toBe(answer.headers['x-request-id'])
  return { status, code }
}
