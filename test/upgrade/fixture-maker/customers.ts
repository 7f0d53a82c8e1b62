import { createHash } from 'node:crypto'
import type { FixtureHome } from './fixture-home.ts'

/** Secrets of test accounts, which open only the fixture. */
export type Customers = {
  readonly tokens: Readonly<Record<'demo' | 'admin' | 'free' | 'revoked' | 'rotated' | 'replacing', string>>
  readonly endpoints: readonly FixtureEndpoint[]
}

export type FixtureEndpoint = {
  readonly name: string
  readonly id: number
  /** The receiver's address. Its host is the machine that made the fixture. */
  readonly path: string
  readonly secret: string
  /** The secret that was replaced by a rotation. */
  readonly previous_secret: string | null
}

type Token = { readonly token: string }
type Listed = { readonly tokens: readonly { readonly id: number; readonly shown: string }[] }

export async function createTokens(home: FixtureHome): Promise<Customers['tokens']> {
  const create = async (account: string, ...more: string[]) =>
    (await home.run<Token>(['token', 'create', '--account', account, ...more])).token
  const admin = await create('river', '--tier', 'business', '--scope', 'admin')
  const free = await create('meadow', '--tier', 'free')
  const revoked = await create('river')
  const rotated = await create('river')
  const { tokens } = await home.run<Listed>(['token', 'list'])
  const [older, newer] = tokens.toSorted((a, b) => a.id - b.id).slice(-2)
  await home.run(['token', 'revoke', String(older!.id)])
  const replacing = await home.run<Token>(['token', 'rotate', String(newer!.id)])
  await home.run(['account', 'credit', 'river', '500', '--reference', 'invoice 1'])
  return { demo: await home.demoToken(), admin, free, revoked, rotated, replacing: replacing.token }
}

type Made = { readonly id: number; readonly secret: string }

const wanted: readonly {
  readonly name: string
  readonly path: string
  readonly body: Record<string, unknown>
}[] = [
  {
    name: 'all',
    path: '/hooks/accepts?all',
    body: { events: ['*'], headers: { 'x-team': 'tide' }, ordering: 'bill' },
  },
  {
    name: 'topic',
    path: '/hooks/accepts?topic',
    body: { events: ['*'], filter: { topic: 'water shutoffs' } },
  },
  { name: 'followed', path: '/hooks/accepts?followed', body: { events: ['*'], filter: { followed: true } } },
  { name: 'failing', path: '/hooks/fails', body: { events: ['*'] } },
  { name: 'gone', path: '/hooks/gone', body: { events: ['*'] } },
  { name: 'busy', path: '/hooks/later', body: { events: ['bill.introduced'] } },
  {
    name: 'paused',
    path: '/hooks/accepts?paused',
    body: { events: ['*'], description: 'for the night shift' },
  },
  { name: 'removed', path: '/hooks/accepts?removed', body: { events: ['vote.recorded'] } },
]

/** One endpoint of each kind. Each is created with an idempotency key. */
export async function createEndpoints(
  home: FixtureHome,
  token: string,
  world: string,
): Promise<FixtureEndpoint[]> {
  const made: FixtureEndpoint[] = []
  for (const { name, path, body } of wanted) {
    const key = { 'idempotency-key': createHash('md5').update(name).digest('hex') }
    const { id, secret } = await home.call<Made>(
      token,
      'POST',
      '/v1/webhook_endpoints',
      { url: world + path, ...body },
      key,
    )
    made.push({ name, id, path, secret, previous_secret: null })
  }
  const idOf = (name: string) => made.find((one) => one.name === name)!.id
  const { secret } = await home.call<Made>(
    token,
    'POST',
    `/v1/webhook_endpoints/${idOf('all')}/secret/rotate`,
    {},
  )
  await home.call(token, 'POST', `/v1/webhook_endpoints/${idOf('paused')}/pause`)
  await home.call(token, 'DELETE', `/v1/webhook_endpoints/${idOf('removed')}`)
  return made
    .filter(({ name }) => name !== 'removed')
    .map((one) => (one.name === 'all' ? { ...one, secret, previous_secret: one.secret } : one))
}

type Bills = { readonly data: readonly { readonly id: number; readonly identifier: string }[] }

/** The numbers of bills by their printed identifiers. */
export async function billIds(home: FixtureHome, token: string): Promise<ReadonlyMap<string, number>> {
  const { data } = await home.call<Bills>(token, 'GET', '/v1/bills?jurisdiction=zz&limit=200')
  return new Map(data.map(({ id, identifier }) => [identifier, id]))
}

/** Follows HB 7 and HB 5, and no longer SB 1. */
export async function followBills(home: FixtureHome, token: string): Promise<void> {
  const ids = await billIds(home, token)
  for (const identifier of ['HB 7', 'HB 5', 'SB 1'])
    await home.call(token, 'POST', '/v1/follows', { bill_id: ids.get(identifier) })
  await home.call(token, 'DELETE', `/v1/follows/${ids.get('SB 1')}`)
}

type Deliveries = { readonly data: readonly { readonly id: string }[] }

/** Resends one delivery under another key, and starts two replays, of which one only counts. */
export async function resendSome(home: FixtureHome, token: string, { id }: FixtureEndpoint): Promise<void> {
  const { data } = await home.call<Deliveries>(token, 'GET', `/v1/webhook_endpoints/${id}/deliveries?limit=1`)
  const key = data[0]!.id
  await home.call(token, 'POST', `/v1/webhook_deliveries/${key}/resend`, { new_idempotency_key: true })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  for (const dry_run of [true, false])
    await home.call(token, 'POST', `/v1/webhook_endpoints/${id}/replay`, { since, dry_run })
}
