import { beforeAll, describe, expect, it } from 'vitest'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { isTransient } from '../../../runtime/postgres/transient.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

let database: Database

beforeAll(async () => {
  database = (await createTestDatabase()).database
  await database.query('CREATE TABLE public.mark (n int)')
})

describe('the values from Postgres', () => {
  it('contain no Date: times are RFC 3339 in UTC with six digits, and days are days', async () => {
    const { rows } = await database.query(
      `SELECT timestamptz '2026-01-02 03:04:05.6+02' AS at, timestamptz '2026-01-02 03:04:05Z' AS whole,
              date '2026-01-02' AS day, timestamptz '-infinity' AS never,
              ARRAY[timestamptz '2026-07-02 03:04:05.000001-04'] AS several, ARRAY[date '2026-01-02', NULL] AS days`,
    )
    expect(rows).toEqual([
      {
        at: '2026-01-02T01:04:05.600000Z',
        whole: '2026-01-02T03:04:05.000000Z',
        day: '2026-01-02',
        never: '-infinity',
        several: ['2026-07-02T07:04:05.000001Z'],
        days: ['2026-01-02', null],
      },
    ])
  })

  it('contain a bigint as a number if that is exact, and an error otherwise', async () => {
    const { rows } = await database.query('SELECT 9007199254740991::bigint AS most, ARRAY[1::bigint] AS list')
    expect(rows).toEqual([{ most: 9007199254740991, list: [1] }])
    await expect(database.query('SELECT 9007199254740993::bigint')).rejects.toThrow(/select it as text/)
    await expect(database.query('SELECT 1 AS still')).resolves.toMatchObject({ rows: [{ still: 1 }] })
  })
})

describe('a Postgres session', () => {
  it('of a lost host is ended by Postgres within half a minute', async () => {
    const shown = async (name: string) =>
      Number((await database.query<Record<string, string>>(`SHOW ${name}`)).rows[0]![name])
    const idle_s = await shown('tcp_keepalives_idle')
    const probes_s = (await shown('tcp_keepalives_interval')) * (await shown('tcp_keepalives_count'))
    expect(idle_s).toBeGreaterThan(0)
    expect(idle_s + probes_s).toBeLessThanOrEqual(30)
  })
})

describe('a transaction', () => {
  const count = async () =>
    (await database.query<{ n: number }>('SELECT count(*)::int AS n FROM public.mark')).rows[0]?.n

  it('is written as a whole or not at all', async () => {
    await inTransaction(database, (client) => client.query('INSERT INTO public.mark VALUES (1)'))
    expect(await count()).toBe(1)
    const failures = [new LegislogError('positions_moved', 'stand back'), new Error('anything else')]
    for (const failure of failures) {
      await expect(
        inTransaction(database, async (client) => {
          await client.query('INSERT INTO public.mark VALUES (2)')
          throw failure
        }),
      ).rejects.toBe(failure)
    }
    expect(await count()).toBe(1)
  })

  it('fails if it lost its connection, and harms no other', async () => {
    const failure = await inTransaction(database, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await client.query('INSERT INTO public.mark VALUES (3)')
    }).catch((error: unknown) => error)
    expect(isTransient(failure)).toBe(true)
    expect(await count()).toBe(1)
  })
})
