import { describe, expect, it } from 'vitest'
import { loadPositions } from '../../../webhooks/log/positions.ts'
import { insertEndpoint } from '../../../webhooks/subscriptions/insert-endpoint.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const parts = [0, 1].map((partition) => ({ topic: 'legislog.bills.v1', partition }) as const)
const [first, second] = ['legislog.bills.v1:0', 'legislog.bills.v1:1'] as const
const at = (a: number, b: number) => ({ [first]: a, [second]: b })

async function createPositions() {
  const { database } = await createTestDatabase()
  const { rows } = await database.query<{ id: number }>(
    "INSERT INTO account.account (name, tier) VALUES ('acme', 'business') RETURNING id",
  )
  let made = 0
  return {
    database,
    /** The positions at which reading starts in a log that ends at these offsets. */
    async load(ends: Record<string, number>) {
      const positions = await loadPositions(database, parts, async () => ends)
      return Object.fromEntries([...positions].map(([place, next]) => [place, Number(next)]))
    },
    async newEndpoint(ends: Record<string, number>) {
      made += 1
      const id = await insertEndpoint(database, ends, {
        account_id: rows[0]!.id,
        url: `https://example.com/${made}`,
        description: '',
        events: ['*'],
        filter: {},
        secrets: [],
        headers: [],
        max_in_flight: null,
        rate_limit_per_s: null,
        ordering: null,
        now: new Date(),
      })
      const { rows: starts } = await database.query<{ start: Record<string, number> }>(
        'SELECT start FROM webhook.endpoint WHERE id = $1',
        [id],
      )
      return starts[0]!.start
    },
  }
}

describe('a dispatcher that starts for the first time', () => {
  it('starts at the end of the log if there is no endpoint', async () => {
    const { load } = await createPositions()
    expect(await load(at(1_400_000, 900))).toEqual(at(1_400_000, 900))
    expect(await load(at(1_400_007, 950))).toEqual(at(1_400_000, 900))
  })

  it('starts at the first position that any endpoint needs, in each partition', async () => {
    const { load, newEndpoint } = await createPositions()
    await newEndpoint(at(500, 80))
    await newEndpoint(at(700, 60))
    expect(await load(at(1_000, 1_000))).toEqual(at(500, 60))
  })

  it('starts at the beginning of a partition that an endpoint does not know', async () => {
    const { load, newEndpoint } = await createPositions()
    await newEndpoint({ [first]: 500 })
    expect(await load(at(1_000, 1_000))).toEqual(at(500, 0))
  })

  it('sends a new endpoint only events that came after its creation was confirmed', async () => {
    const { load, newEndpoint } = await createPositions()
    // The endpoint reads the ends first and is written second: events between came before its owner was answered.
    const asked = at(100, 100)
    await load(at(120, 130))
    expect(await newEndpoint(asked)).toEqual(at(120, 130))
  })

  it('agrees with an endpoint that is created at the same moment, in either order', async () => {
    for (let round = 0; round < 10; round++) {
      const { load, newEndpoint } = await createPositions()
      const [positions, start] = await Promise.all([load(at(120, 120)), newEndpoint(at(100, 110))])
      for (const place of [first, second]) expect(positions[place]!).toBeLessThanOrEqual(start[place]!)
    }
  })
})
