import type { LightMyRequestResponse } from 'fastify'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import type { Located, LookupInput } from '../../../locate/lookup/located.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Person, Role } from '../../../schemas/event-bodies/reference.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import { EventBuilder, type Named } from '../builders/event-builder.ts'
import { person } from '../builders/event-parts.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import { createKnownPlaces, type KnownPlaces } from '../fakes/known-places.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'
import { createProjectedSchema, type ProjectedSchema } from './projected-events.ts'
import { createTestApi, type TestApi } from './test-api.ts'

const US = 'ocd-division/country:us'

/** An API with a locator that knows the places of a test, and people in their seats. */
export type LookupWorld = {
  readonly test: TestDatabase
  readonly api: TestApi
  readonly projected: ProjectedSchema
  readonly story: EventBuilder
  readonly clock: ManualClock
  readonly places: KnownPlaces
  /** A token of an account of this name, for lookups and usage. */
  tokenOf(account: string, tier?: TierName): Promise<string>
  get(query: string, token?: string): Promise<LightMyRequestResponse>
  post(
    body: unknown,
    options?: { path?: string; token?: string; key?: string },
  ): Promise<LightMyRequestResponse>
  /** Lookups that the account of the token has used and has left, and its bought ones. */
  usageOf(token: string): Promise<{ used: number; remaining: number; balance: number }>
  pending(): Promise<number>
}

export async function createLookupWorld(
  find: (input: LookupInput) => Located,
  options: { settings?: Partial<Settings>; log?: Log } = {},
): Promise<LookupWorld> {
  const test = await createProjectedDatabase({ database_pool: 20 })
  const projected = await createProjectedSchema(test)
  const clock = createManualClock('2026-06-15T12:00:00Z')
  const places = createKnownPlaces(find)
  const api = await createTestApi(test, {
    clock,
    locator: places,
    pages: sitePages,
    settings: { rate_limits: '0', ...options.settings },
    ...(options.log === undefined ? {} : { log: options.log }),
  })
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    test,
    api,
    projected,
    story: new EventBuilder(),
    clock,
    places,
    tokenOf: (account, tier = 'free') => api.issue({ account, tier, scopes: ['find_your_rep', 'read'] }),
    get: (query, token = api.token) => api.get(`/v1/representatives?${query}`, { headers: as(token) }),
    post: (body, { path = '/v1/representatives', token = api.token, key } = {}) =>
      api.get(path, {
        method: 'POST',
        payload: body as object,
        headers: { ...as(token), ...(key === undefined ? {} : { 'idempotency-key': key }) },
      }),
    async usageOf(token) {
      const { lookups } = (await api.get('/v1/analytics/usage', { headers: as(token) })).json()
      return { used: lookups.used, remaining: lookups.remaining, balance: lookups.credits.balance }
    },
    async pending() {
      const { rows } = await test.database.query<{ count: number }>(
        'SELECT count(*) AS count FROM account.lookup_reservation',
      )
      return rows[0]!.count
    },
  }
}

/** A person with roles in a legislature, or in Congress (`us`). */
export function emitOfficial(
  story: EventBuilder,
  name: string,
  roles: readonly (Partial<Role> & { in: string; division?: string })[],
  more: Partial<Person> = {},
): Named {
  const named = story.mint('ocd-person')
  const whole = person(name, null, 'Democratic')
  story.emit('person.observed', {
    ...named,
    person: {
      ...whole,
      email: `${name.toLowerCase().replace(/\W+/g, '.')}@leg.example`,
      roles: roles.map(
        ({ in: place, division, ...role }): Role => ({
          type: role.chamber ?? 'lower',
          jurisdiction: place === 'us' ? US : `${US}/state:${place}`,
          chamber: 'lower',
          district: '22',
          division_id: division === undefined ? null : `${US}/state:${division}`,
          title: null,
          start_date: '2025-01-13',
          end_date: null,
          end_reason: null,
          ...role,
        }),
      ),
      ...more,
    },
  })
  return named
}
