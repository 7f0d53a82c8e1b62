import { beforeAll, describe, expect, it } from 'vitest'
import { asCaller } from '../../../api/access/inside-caller.ts'
import type { Account } from '../../../api/accounts/tokens/caller.ts'
import { type Role, roles, scopesOf } from '../../../schemas/http/service/roles.ts'
import { type Scope, scopes } from '../../../schemas/http/service/scopes.ts'
import { createTestApi } from '../../support/api/test-api.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { type ApiRoute, createWholeApi, type WholeApi } from '../../support/service/whole-api.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

let whole: WholeApi
const tokens = new Map<Scope, string>()

beforeAll(async () => {
  whole = await createWholeApi()
  for (const scope of scopes)
    tokens.set(scope, await whole.api.issue({ account: `only ${scope}`, scopes: [scope] }))
})

const mayCall = (route: ApiRoute, scope: Scope): boolean =>
  route.scope === null || scope === route.scope || (scope === 'admin' && route.scope !== 'leads')

/** A viewer has scopes to read, and changes nothing. */
const roleMayCall = (route: ApiRoute, role: Role): boolean =>
  route.scope === null ||
  (scopesOf(role).some((scope) => mayCall(route, scope)) &&
    (role !== 'viewer' || ['GET', 'HEAD'].includes(route.method)))

const isNamedTwice = ({ url }: ApiRoute) => url.startsWith('/api/v1/')

/** Every token. Outside of the nightly run, a path under the second prefix gets only one that may call it. */
const tokensFor = (route: ApiRoute): (readonly [Scope, string])[] =>
  NIGHTLY || !isNamedTwice(route)
    ? [...tokens]
    : [...tokens].filter(([scope]) => scope === (route.scope ?? 'read'))

/** The address of a route, with ids that do not exist. */
const addressOf = (url: string): string =>
  url.replace(/:(\w+)/g, (_, name: string) =>
    name === 'key' ? `dlv_${'0'.repeat(32)}` : name === 'sha256' ? '0'.repeat(64) : '999999999',
  )

const ask = ({ method, url }: ApiRoute, token: string | undefined) =>
  whole.api.app.inject({
    method: method as 'GET',
    url: addressOf(url),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

async function accountOf(role: Role): Promise<Account> {
  const { rows } = await whole.test.database.query<{ id: number }>(
    'SELECT id FROM account.account WHERE name = $1',
    ['only read'],
  )
  const caller = { kind: 'user', id: 1, shown: 'user@acme.example', role } as const
  return { id: rows[0]!.id, name: 'only read', tier: 'enterprise', scopes: scopesOf(role), caller }
}

describe('every route', () => {
  it('refuses exactly the requests without a token or its scope, under both prefixes', async () => {
    for (const route of whole.routes) {
      const named = `${route.method} ${route.url}`
      const stranger = await ask(route, undefined)
      expect(stranger.statusCode === 401, `${named} without a token`).toBe(route.scope !== null)
      for (const [scope, token] of tokensFor(route)) {
        const answer = await ask(route, token)
        const lacks = answer.headers['www-authenticate']?.toString().includes('insufficient_scope') === true
        expect(lacks, `${named} with ${scope}`).toBe(!mayCall(route, scope))
        expect(answer.statusCode === 403, `${named} with ${scope}: ${answer.body}`).toBe(lacks)
        expect(answer.statusCode, `${named} with ${scope}: ${answer.body}`).toBeLessThan(500)
      }
    }
  }, 60_000)

  it('refuses exactly the users whose role may not call it', async () => {
    for (const role of roles) {
      const account = await accountOf(role)
      for (const route of whole.routes.filter(({ url, scope }) => url.startsWith('/v1/') && scope !== null)) {
        const named = `${route.method} ${route.url} as ${role}`
        const answer = await asCaller(account, () => ask(route, undefined))
        expect(answer.statusCode === 403, `${named}: ${answer.body}`).toBe(!roleMayCall(route, role))
        expect(answer.statusCode, `${named}: ${answer.body}`).toBeLessThan(500)
        expect(answer.statusCode, named).not.toBe(401)
      }
    }
  }, 60_000)

  it('is served under /v1 and under /api/v1 with the same scope', () => {
    const signatures = (routes: readonly ApiRoute[]) =>
      routes.map(({ method, url, scope }) => `${method} ${url.replace(/^\/api/, '')} ${scope}`).sort()
    const v1 = whole.routes.filter(({ url }) => url.startsWith('/v1/'))
    expect(signatures(v1)).toEqual(signatures(whole.routes.filter(isNamedTwice)))
  })

  it('is listed in docs/routes.md with the scopes that may call it', async () => {
    const rows = whole.routes
      .filter((route) => !isNamedTwice(route) && route.method !== 'HEAD')
      .toSorted((a, b) => `${a.url} ${a.method}`.localeCompare(`${b.url} ${b.method}`, 'en'))
      .map((route) => {
        const cells = [
          ...[route.scope === null, ...scopes.map((scope) => mayCall(route, scope))],
          ...roles.map((role) => roleMayCall(route, role)),
        ]
        return `| ${route.method} | \`${route.url}\` | ${cells.map((may) => (may ? '●' : '')).join(' | ')} |`
      })
    const head = ['method', 'path', 'nobody', ...scopes, ...roles.map((role) => `${role}s`)]
    const page = [
      '# Routes, and the tokens and users that may call them',
      '',
      'You want to know who may call a route. `npm test -- test/api/access/routes-by-role.test.ts -u` writes this page, and calls every route',
      'with each of these tokens and as each of these users. A token has one or more scopes, a user has a role ([accounts.md](accounts.md));',
      '`nobody` means that no token is needed. GET includes HEAD, and `/v1` includes `/api/v1`. A caller sees only data of its own account:',
      '`test/api/accounts/accounts-apart.test.ts` tries every route with foreign ids.',
      '',
      `| ${head.join(' | ')} |`,
      `|${head.map(() => '---').join('|')}|`,
      ...rows,
      '',
    ]
    await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/routes.md')
  })
})

it('a server does not start if one of its routes declares no access rule', async () => {
  const test = await createTestDatabase()
  const forgotten = createTestApi(test, {
    plugins: [async (app) => void app.get('/forgotten', async () => ({}))],
  })
  await expect(forgotten).rejects.toThrow(/the route has no scope and is not open: GET \/v1\/forgotten/)
})
