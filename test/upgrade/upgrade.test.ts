import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { createReceiver, type Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { type MainProcess, startMain } from '../support/harness/main-process.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { dumpSchema } from '../support/stores/schema-dump.ts'
import { type Columns, columnsOf, countRows, hashRows } from '../support/stores/table-rows.ts'
import { fixturesFolder, type RestoredFixture, restoreFixture } from './restored-fixture.ts'

/** The key of a message that is not an event. The fixture maker puts it into the log. */
const NO_EVENT = 'ocd-bill/00000000-0000-5000-8000-000000000000'
const WAIT = { timeout_ms: 90_000 }

/**
 * Tables that an upgrade writes: the ids of the registry beside the restored database, the sessions to check again, and
 * positions in new topics.
 */
const movesInAnUpgrade = ['control.schema_id', 'ingest.session_sweep', 'control."position"']

type ReadSchemas = {
  readonly read_schemas: readonly {
    readonly name: string
    readonly is_live: boolean
    readonly is_own_code: boolean
    readonly lag_events: number
    readonly misfits: readonly string[]
  }[]
}
type Delivery = {
  readonly key: string
  readonly endpoint_id: number
  readonly status: string
  readonly copy: number
}

describe.each(readdirSync(fixturesFolder))('a database of release %s, beside an empty Kafka', (version) => {
  let restored: RestoredFixture
  let columns: Columns
  let rows: Map<string, string>
  let deliveries: readonly Delivery[]
  let bills: readonly { readonly id: number; readonly ocd_id: string }[]
  let receiver: Receiver
  const processes: MainProcess[] = []

  const unchanged = async (): Promise<void> => {
    const now = await hashRows(restored.database, columns)
    for (const table of movesInAnUpgrade) now.set(table, rows.get(table)!)
    expect(now).toEqual(rows)
  }
  const readDeliveries = async (): Promise<Delivery[]> =>
    (
      await restored.database.query<Delivery>(
        'SELECT key, endpoint_id, status, copy FROM webhook.delivery ORDER BY key',
      )
    ).rows
  const live = async () =>
    (await restored.run<ReadSchemas>(['read-schemas'])).read_schemas.find(({ is_live }) => is_live)!
  const ask = (token: string, path: string, method = 'GET', body?: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${restored.settings.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const readBills = async () => {
    const answer = (await (await ask(restored.facts.tokens.admin, '/v1/bills?limit=200')).json()) as {
      data: { id: number; ocd_id: string }[]
    }
    return answer.data.map(({ id, ocd_id }) => ({ id, ocd_id }))
  }
  const start = (...names: string[]): void => {
    processes.push(...names.map((name) => startMain([name], restored.settings)))
  }

  beforeAll(async () => {
    restored = await restoreFixture(version)
    columns = await columnsOf(restored.database)
    rows = await hashRows(restored.database, columns)
    deliveries = await readDeliveries()
    receiver = await createReceiver()
    const name = await liveReadSchema(restored.database)
    const all = `SELECT id, ocd_id FROM ${name}.bills WHERE NOT deleted ORDER BY id`
    bills = (await restored.database.query<{ id: number; ocd_id: string }>(all)).rows
  })

  it('has the rows that were counted when the dump was made', async () => {
    expect(await countRows(restored.database)).toEqual(restored.facts.rows)
  })

  it('gets the tables of docs/schema.sql by one `migrate`, without a change to any row', async () => {
    await restored.run(['migrate'])
    const golden = readFileSync(join(projectFolder, 'docs', 'schema.sql'), 'utf8')
    expect(await dumpSchema(restored.url)).toBe(golden)
    await unchanged()
    const { rows: lacking } = await restored.database.query(
      `SELECT r.name FROM control.read_schema r WHERE NOT EXISTS (
         SELECT FROM control.position p WHERE p.read_schema = r.name AND p.topic = 'legislog.derived.v1')`,
    )
    expect(lacking).toEqual([])
    expect(await restored.run(['migrate'])).toEqual({ applied: [] })
    expect(await dumpSchema(restored.url)).toBe(golden)
  })

  it('puts the whole log back from its journal by `ingest recover`, without a change to any row', async () => {
    await restored.run(['schemas', 'register'])
    const { rows: ends } = await restored.database.query<{ events: number }>(
      'SELECT sum(relayed_to) AS events FROM control.partition_clock',
    )
    // One message of the log is not an event: the report names it, and the command exits with 1.
    const report = await restored.run<Record<string, unknown>>(['ingest', 'recover'], [1])
    expect(report).toMatchObject({
      put_back: Number(ends[0]!.events),
      sent_again: 0,
      restated: 0,
      incomplete: [],
      added: 0,
      advanced: 0,
      contested: 0,
      unreadable: [{ ocd_id: NO_EVENT }],
    })
    await unchanged()
  })

  it('shows the same bills under the same ids, and every row agrees with the log', async () => {
    // docs/upgrading.md has this order: the services start, then a rebuild if other code made the rows.
    start('relay', 'project', 'api')
    const { name, is_own_code, misfits } = await live()
    const isRebuilt = !is_own_code || misfits.length > 0
    const why = misfits.length > 0 ? 'its tables differ' : 'other code made its rows'
    console.info(isRebuilt ? `${name} is rebuilt: ${why}` : `${name} serves without a rebuild`)
    if (isRebuilt) await restored.run(['rebuild'])
    await eventually(async () => (await ask('', '/readyz')).status === 200, WAIT)
    // The bill that was refused is applied; the message that is not an event stays parked.
    await restored.run(['parked', 'retry', '--all'], [0, 1])
    await eventually(async () => {
      const { rows: waiting } = await restored.database.query('SELECT FROM ingest.outbox')
      return waiting.length === 0 && (await live()).lag_events === 0
    }, WAIT)
    expect(await restored.run(['verify'])).toMatchObject({ is_equal: true })
    expect(await readBills()).toEqual(expect.arrayContaining([...bills]))
  })

  it('accepts its tokens, a rotated one until its last day is over, and refuses those that were revoked', async () => {
    const { tokens } = restored.facts
    const statusOf = async (token: string) => (await ask(token, '/v1/bills?limit=1')).status
    for (const token of [tokens.demo, tokens.admin, tokens.free, tokens.rotated, tokens.replacing])
      expect(await statusOf(token)).toBe(200)
    expect(await statusOf(tokens.revoked)).toBe(401)
  })

  it('sends each waiting delivery once, signed with the secrets of its endpoint, and repeats no earlier one', async () => {
    const { tokens, endpoints } = restored.facts
    for (const { id, name } of endpoints) {
      const path = `/v1/webhook_endpoints/${id}`
      const moved = await ask(tokens.admin, path, 'PATCH', { url: `${receiver.url}?${name}` })
      expect(moved.status).toBe(200)
    }
    const paused = endpoints.find(({ name }) => name === 'paused')!
    expect((await ask(tokens.admin, `/v1/webhook_endpoints/${paused.id}/resume`, 'POST')).status).toBe(200)
    start('webhooks')
    await readToTheEnd(restored, { read_schema: (await live()).name, dispatched: true })
    const known = new Set(deliveries.map(({ key }) => key))
    await eventually(async () => {
      const now = await readDeliveries()
      const of = now.filter(({ endpoint_id }) => endpoint_id === endpoints[0]!.id)
      // HB 10, which was parked, and HB 11, which waited in the outbox.
      const isNew = of.filter(({ key, status }) => !known.has(key) && status === 'delivered').length > 1
      return isNew && !now.some(({ status }) => status === 'pending')
    }, WAIT)

    const now = new Map((await readDeliveries()).map((one) => [one.key, one]))
    for (const { key, endpoint_id, copy } of deliveries)
      expect(now.get(key)).toMatchObject({ key, endpoint_id, copy })
    const waited = deliveries.filter(({ status }) => status === 'pending').map(({ key }) => key)
    expect(waited.filter((key) => now.get(key)!.status !== 'delivered')).toEqual([])
    const sentBefore = deliveries.filter(({ status }) => status !== 'pending').map(({ key }) => key)
    const keys = receiver.keys()
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => sentBefore.includes(key))).toEqual([])
    expect(waited.filter((key) => !keys.includes(key))).toEqual([])
    for (const { path, headers, body } of receiver.received) {
      const { secret, previous_secret } = endpoints.find(({ name }) => path.endsWith(`?${name}`))!
      // A former secret signs until the day after its rotation is over.
      for (const each of previous_secret === null ? [secret] : [secret, previous_secret])
        new Webhook(each).verify(body, headers as Record<string, string>)
    }
  })

  it.runIf(NIGHTLY)('shows the same bills after another rebuild, and sends no webhook for it', async () => {
    const [before, sent] = [await live(), receiver.keys()]
    const shown = await readBills()
    await restored.run(['rebuild'])
    const after = await live()
    expect(after).toMatchObject({ is_own_code: true, misfits: [] })
    expect(after.name).not.toBe(before.name)
    expect(await restored.run(['verify'])).toMatchObject({ is_equal: true })
    expect(await readBills()).toEqual(shown)
    expect(receiver.keys()).toEqual(sent)
  })
})
