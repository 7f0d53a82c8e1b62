import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi(await createTestDatabase())
})

describe('the security headers', () => {
  it.each(['/v1/bills', '/nowhere', '/healthz'])('let a browser only read the answer of %s', async (url) => {
    const { headers } = await api.get(url)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'access-control-allow-origin': '*',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('are sent once, and keep the content policy of the reference page', async () => {
    const { headers } = await api.get('/docs')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['x-frame-options']).toBe('DENY')
  })
})
