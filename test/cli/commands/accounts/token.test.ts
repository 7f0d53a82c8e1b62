import { beforeAll, describe, expect, it } from 'vitest'
import { listTokens } from '../../../../api/accounts/accounts.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../../support/api/test-api.ts'
import { legislogHere } from '../../../support/harness/command-line.ts'
import { addressesIn } from '../../../support/harness/main-process.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test)
})

type Run = { code: number; output: string; failure: string }

async function legislog(...args: string[]): Promise<Run> {
  const { code, stdout, stderr } = await legislogHere(args, { env: addressesIn(test.settings) })
  return { code: code!, output: stdout, failure: stderr }
}

const statusOf = async (token: string) =>
  (await api.app.inject({ url: '/v1/bills', headers: { authorization: `apikey ${token}` } })).statusCode

describe('legislog token', () => {
  it('creates the account if it is missing, prints the token once, and revokes it', async () => {
    const made = await legislog(
      'token',
      'create',
      '--account',
      'acme',
      '--tier',
      'business',
      '--scope',
      'read',
      '--json',
    )
    expect(made.failure).toBe('')
    const { token, ...rest } = JSON.parse(made.output.trim().split('\n').at(-1) ?? '')
    expect(rest).toEqual({ account: 'acme', tier: 'business', scopes: ['read'] })
    expect(await statusOf(token)).toBe(200)
    const listed = await legislog('token', 'list', '--account', 'acme')
    expect(listed.output).toContain(`lgl_…${token.slice(-4)}`)
    expect(listed.output).not.toContain(token)
    expect((await legislog('token', 'revoke', token)).code).toBe(0)
    const again = await createTestApi(test)
    expect(
      (await again.app.inject({ url: '/v1/bills', headers: { authorization: `Bearer ${token}` } }))
        .statusCode,
    ).toBe(401)
  })

  it('rotates a token, which stays valid for the given hours', async () => {
    const issued = JSON.parse((await legislog('token', 'create', '--account', 'rota', '--json')).output)
    const [row] = await listTokens(test.database, { account: 'rota' })
    const rotated = await legislog('token', 'rotate', String(row!.id), '--overlap-hours', '1', '--json')
    const { token, account } = JSON.parse(rotated.output)
    expect(account).toBe('rota')
    expect([await statusOf(issued.token), await statusOf(token)]).toEqual([200, 200])
    expect((await legislog('token', 'rotate', String(row!.id))).code).toBe(1)
    expect((await legislog('token', 'rotate', String(row!.id), '--overlap-hours', '169')).code).toBe(2)
  })

  it('ends with exit code 2 for an unknown tier or scope, and with 1 for an unknown account', async () => {
    expect((await legislog('token', 'create', '--account', 'x', '--tier', 'gold')).code).toBe(2)
    expect((await legislog('token', 'create', '--account', 'x', '--scope', 'fly')).code).toBe(2)
    expect((await legislog('account', 'set-tier', 'nobody', 'free')).code).toBe(1)
    expect((await legislog('token', 'create')).code).toBe(2)
  })
})

describe('legislog account', () => {
  it('lists accounts and changes their tier', async () => {
    await legislog('account', 'create', 'wide', '--tier', 'developer')
    expect(
      JSON.parse((await legislog('account', 'set-tier', 'wide', 'enterprise', '--json')).output),
    ).toMatchObject({
      name: 'wide',
      tier: 'enterprise',
    })
    expect((await legislog('account', 'list')).output).toMatch(/wide\s+enterprise/)
  })

  it('credits bought lookups once for each invoice', async () => {
    await legislog('account', 'create', 'buyer')
    const credit = (...more: string[]) => legislog('account', 'credit', 'buyer', ...more)
    expect((await credit('500', '--reference', 'invoice 7')).output).toContain(
      '500 lookups credited, 500 left',
    )
    expect((await credit('500', '--reference', 'invoice 7')).output).toContain('credited before, 500 left')
    for (const wrong of ['0', '-5', '1.5', 'many']) expect((await credit('--', wrong)).code).toBe(2)
    expect((await legislog('account', 'credit', 'nobody', '5')).code).toBe(1)
  })
})
