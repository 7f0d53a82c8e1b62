import { beforeAll, expect, it } from 'vitest'
import { listParked } from '../../projections/parked-retry/list-parked.ts'
import { freePort } from '../../stack/processes/port.ts'
import { action, billContext, billEntity, core, type Entity } from '../legislature/event-bodies.ts'
import { eventually } from '../support/harness/eventually.ts'
import { startMain } from '../support/harness/main-process.ts'
import { wireValue } from '../support/log/fixture-record.ts'
import { createPublisher, type Publisher } from '../support/log/publish.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { createNewerVersion, type NewerVersion } from '../support/up/newer-version.ts'

const BILLS = 12

let service: WholeService
let publisher: Publisher
let newer: NewerVersion
const sequences = new Map<number, number>()

beforeAll(async () => {
  service = await createWholeService()
  publisher = await createPublisher(service.settings, service.database)
  newer = await createNewerVersion()
}, 60_000)

function nextOf(bill: Entity): number {
  const sequence = (sequences.get(bill.id) ?? 0) + 1
  sequences.set(bill.id, sequence)
  return sequence
}

const bodyOf = (bill: Entity, step: string) => ({
  ...bill,
  bill: billContext(bill),
  action: action(`${bill.id}-${step}`, '2025-02-01', step),
})

async function introduce(bill: Entity): Promise<void> {
  const body = { ...bill, bill: billContext(bill), core: core(`HB ${bill.id}`) }
  await publisher.publish([{ type: 'bill.introduced', key: bill.ocd_id, body, sequence: nextOf(bill) }])
}

/** An action as written by a producer of this version. */
async function act(bill: Entity, version: 1 | 2 | 3, step: string): Promise<void> {
  const body = bodyOf(bill, step)
  const { chamber, organization, ...others } = body.action
  const written = {
    1: { ...body, action: { ...others, actor: chamber ?? organization } },
    2: body,
    3: { ...body, action: { ...body.action, certified: true } },
  }[version]
  const { rows } = await service.database.query<{ registry_id: number }>(
    `SELECT registry_id FROM control.schema_id WHERE subject LIKE '%-bill.action%' AND version = $1`,
    [version],
  )
  await publisher.publish([
    {
      type: 'bill.action',
      key: bill.ocd_id,
      body,
      sequence: nextOf(bill),
      value: wireValue(rows[0]!.registry_id, JSON.stringify(written)),
      headers: { ce_dataschema: `legislog:bill.action:v${version}` },
    },
  ])
}

async function actions(): Promise<number> {
  const { rows } = await service.database.query<{ count: number }>(
    'SELECT count(*) AS count FROM read_0001.bill_actions',
  )
  return rows[0]!.count
}

it('events of v1 and v2 are read together, and only readers that do not know v3 wait for newer code', async () => {
  const bills = Array.from({ length: BILLS }, (_, index) => billEntity(index + 1))
  for (const bill of bills) await introduce(bill)
  for (const [index, bill] of bills.entries()) await act(bill, index % 2 === 0 ? 1 : 2, 'first')
  for (const [index, bill] of bills.entries()) await act(bill, index % 2 === 0 ? 2 : 1, 'second')
  const metricsPort = await freePort()
  const older = startMain(['project'], { ...service.settings, metrics_port: metricsPort })
  await eventually(async () => (await actions()) === 2 * BILLS, { timeout_ms: 20_000 })

  // This is the wrong order: writers come first. Their schemas are checked and registered as in a deploy.
  expect(await newer.start(['schemas', 'check', '--write'], service.settings).ended).toEqual([0, null])
  expect(await newer.start(['schemas', 'register'], service.settings).ended).toEqual([0, null])
  for (const bill of bills) await act(bill, 3, 'third')
  for (const bill of bills) await act(bill, 2, 'fourth')
  const retries = /^legislog_projection_retries_total\{read_schema="read_0001"\} (\d+)$/m
  await eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(retries.exec(text)?.[1] ?? 0) >= 3
  })
  expect(await listParked(service.database)).toEqual([])
  expect(await actions()).toBe(2 * BILLS)
  older.child.kill('SIGTERM')
  expect(await older.ended).toEqual([0, null])

  const reader = newer.start(['project'], service.settings)
  await eventually(async () => (await actions()) === 4 * BILLS, { timeout_ms: 20_000 })
  expect(await listParked(service.database)).toEqual([])
  reader.child.kill('SIGTERM')
  expect(await reader.ended).toEqual([0, null])
}, 90_000)
