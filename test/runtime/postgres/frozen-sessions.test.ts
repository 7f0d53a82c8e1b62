import type pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { watchFrozenSessions } from '../../../runtime/postgres/frozen-sessions.ts'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
await database.query(`CREATE TABLE place (id int PRIMARY KEY, next int);
  CREATE TABLE copied (line text);
  INSERT INTO place SELECT n, 0 FROM generate_series(1, 9) n`)

type Copying = { readonly pid: number; send(): void; readonly failed: Promise<Error> }

const watch = watchFrozenSessions({ database, log: createLog('test', 'silent'), look_ms: 100 })
afterAll(() => watch.stop())

function connect(applicationName: string): Database {
  const own = createDatabase(settings, { application_name: applicationName })
  cleanUp(() => own.end())
  return own
}

/** Locks the row and stays in a COPY without sending its end. */
async function copy(applicationName: string, id: number): Promise<Copying> {
  const client = await connect(applicationName).connect()
  client.on('error', () => {})
  await client.query('BEGIN')
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pg_backend_pid() AS pid FROM place WHERE id = $1 FOR UPDATE',
    [id],
  )
  let connection: pg.Connection | undefined
  const failed = Promise.withResolvers<Error>()
  client.query({
    submit(to: pg.Connection) {
      connection = to
      to.query('COPY copied FROM STDIN')
    },
    handleCopyInResponse() {},
    handleCommandComplete() {},
    handleReadyForQuery() {},
    handleError: failed.resolve,
  })
  cleanUp(async () => client.release(true))
  await eventually(async () => (await standing(rows[0]!.pid)) === 'ClientRead')
  // This is CopyData with one line.
  const send = () => void connection!.stream.write(Buffer.from('d\0\0\0\x0ba line\n', 'latin1'))
  return { pid: rows[0]!.pid, send, failed: failed.promise }
}

async function standing(pid: number): Promise<string | undefined> {
  const { rows } = await database.query<{ wait_event: string }>(
    "SELECT wait_event FROM pg_stat_activity WHERE pid = $1 AND query LIKE 'COPY%'",
    [pid],
  )
  return rows[0]?.wait_event
}

const waitFor = (id: number) => database.query('UPDATE place SET next = 1 WHERE id = $1', [id])

it('a session of ours that is stuck in a COPY is ended if others wait for its rows, and no other is ended', async () => {
  const [frozen, alone, foreign, slow] = await Promise.all([
    copy('legislog project', 1),
    copy('legislog project', 2),
    copy('pg_restore', 3),
    copy('legislog rebuild', 4),
  ])
  const sending = setInterval(slow.send, 20)
  cleanUp(async () => clearInterval(sending))
  const waiting = [waitFor(3), waitFor(4)]
  for (const one of waiting) one.catch(() => {})
  await waitFor(1)
  expect(await frozen.failed).toMatchObject({ code: '57P01' })
  // The watch must find another frozen session after the same number of checks.
  const again = await copy('legislog webhooks', 5)
  await waitFor(5)
  expect(await again.failed).toMatchObject({ code: '57P01' })
  expect(await Promise.all([alone, foreign].map(({ pid }) => standing(pid)))).toEqual([
    'ClientRead',
    'ClientRead',
  ])
  expect(await standing(slow.pid)).toBeDefined()
})
