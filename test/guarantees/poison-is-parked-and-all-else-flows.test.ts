import { beforeAll, describe, expect, it } from 'vitest'
import { listParked, showParked } from '../../projections/parked-retry/list-parked.ts'
import { createKafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { topicConfig } from '../../schemas/log/topics.ts'
import { countDeferred } from '../../webhooks/fan-out/deferred-events.ts'
import { action, billContext, billEntity, core } from '../legislature/event-bodies.ts'
import { eventually } from '../support/harness/eventually.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { createPublisher, type Publication, type Publisher } from '../support/log/publish.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const GOOD = 3_000
const EVENTS_BEHIND = 2
const NAMELESS = 'a sequence that is none'

let service: WholeService
let publisher: Publisher
/** A valid introduction, which is then poisoned. */
let good: Buffer

const spoiltBill = (index: number) => billEntity(9_000 + index)

function introduction(
  id: number,
  raw: { value?: Buffer; headers?: Record<string, string> } = {},
): Publication {
  const bill = billEntity(id)
  const body = { ...bill, bill: billContext(bill), core: core(`HB ${id}`) }
  return { type: 'bill.introduced', key: bill.ocd_id, body, ...raw }
}

function step(id: number, sequence: number): Publication {
  const bill = billEntity(id)
  const body = {
    ...bill,
    bill: billContext(bill),
    action: action(`${id}-${sequence}`, '2025-01-20', 'A step'),
  }
  return { type: 'bill.action', key: bill.ocd_id, body, sequence }
}

const json = (text: string) => Buffer.concat([good.subarray(0, 5), Buffer.from(text)])
const edited = (edit: (text: string) => string) => json(edit(good.subarray(5).toString()))
const titled = (title: string) => edited((text) => text.replace('An act about HB 9999', title))

/** The changes of the value of a message, or of its headers. */
const poisons: Record<string, () => { value?: Buffer; headers?: Record<string, string> }> = {
  'an empty value': () => ({ value: Buffer.alloc(0) }),
  'three bytes': () => ({ value: Buffer.from([0, 0, 0]) }),
  'another magic byte': () => ({ value: Buffer.concat([Buffer.from([7]), good.subarray(1)]) }),
  'an unknown schema id': () => ({
    value: Buffer.concat([Buffer.from([0, 0x7f, 0xff, 0xff, 0xff]), good.subarray(5)]),
  }),
  'truncated JSON': () => ({ value: good.subarray(0, good.length - 20) }),
  'ten megabytes of it': () => ({ value: json(`{"ocd_id": "${'x'.repeat(10 * 1024 * 1024)}"}`) }),
  'JSON of another shape': () => ({ value: json('{"id": "nine"}') }),
  'a prototype instead of a body': () => ({
    value: json('{"__proto__": {"id": 1, "ocd_id": "ocd-bill/1"}}'),
  }),
  'half of a surrogate pair': () => ({ value: titled('half \\ud800 of it') }),
  'a NUL': () => ({ value: titled('a \\u0000 in it') }),
  'bytes that are not UTF-8': () => ({
    value: Buffer.concat([
      good.subarray(0, 5),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    ]),
  }),
  'an unknown type': () => ({ headers: { ce_type: 'bill.exploded' } }),
  [NAMELESS]: () => ({ headers: { ce_sequence: '__proto__' } }),
}
const names = Object.keys(poisons)

beforeAll(async () => {
  service = await createWholeService()
  // Without an endpoint, a dispatcher would start at the end of the log.
  await service.createEndpoint(['vote.recorded'])
  publisher = await createPublisher(service.settings, service.database)
  const { type, body } = introduction(9_999)
  good = await publisher.codec.encode(type, body)
  await admit10Megabytes()
  const poison = names.flatMap((name, index) => {
    const { id } = spoiltBill(index)
    return [introduction(id, poisons[name]!()), step(id, 2), step(id, 3)]
  })
  const others = Array.from({ length: GOOD }, (_, index) => introduction(index + 1))
  const most = (GOOD * 3) / 4
  await publisher.publish(others.slice(0, most))
  for (const one of poison) await publisher.publish([one])
  await publisher.publish(others.slice(most))
  await service.startProjections()
  await service.startDispatcher()
  await readToTheEnd(service, { dispatched: true })
}, 60_000)

/** Topics accept 5 MB. This one accepts messages of writers with higher limits. */
async function admit10Megabytes(): Promise<void> {
  const admin = createKafka(service.settings, 'legislog-test').admin()
  await admin.connect()
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: 2,
        name: topicName(service.settings, 'legislog.bills.v1'),
        configEntries: Object.entries({
          ...topicConfig,
          'max.message.bytes': String(12 * 1024 * 1024),
        }).map(([name, value]) => ({ name, value })),
      },
    ],
  })
  await admin.disconnect()
}

describe('poison of every kind in the log', () => {
  it.each(names)(
    '(%s) is parked with its bytes, and so are later events of its key, in order',
    async (name) => {
      const { ocd_id } = spoiltBill(names.indexOf(name))
      const lane = (await listParked(service.database)).find(({ key }) => key === ocd_id)
      expect(lane).toMatchObject({ events: 1 + EVENTS_BEHIND })
      const [first, ...behind] = await showParked(service.database, lane!)
      const { value } = poisons[name]!()
      if (value !== undefined) expect(first!.value?.equals(value)).toBe(true)
      expect(behind.map(({ headers }) => headers.ce_sequence)).toEqual(['2', '3'])
    },
  )

  it('blocks no other key, and each is projected as in the independent fold', async () => {
    expect(await listParked(service.database)).toHaveLength(names.length)
    const { differing, unreadable, holes, events, rows } = await service.verify()
    expect({ differing, unreadable }).toEqual({ differing: 0, unreadable: [] })
    // If an event cannot be identified, the later ones follow a gap.
    expect(holes.map(({ ocd_id }) => ocd_id)).toEqual([spoiltBill(names.indexOf(NAMELESS)).ocd_id])
    expect(events).toBe(GOOD + names.length * (1 + EVENTS_BEHIND))
    expect(rows).toBeGreaterThan(2 * GOOD)
    const { rows: shown } = await service.database.query<{ count: number }>(
      'SELECT count(*) AS count FROM read_0001.bills WHERE present',
    )
    expect(shown[0]!.count).toBe(GOOD)
  })

  it('does not block webhooks of other keys, while events after poison wait', async () => {
    const { rows } = await service.database.query<{ type: string; count: number }>(
      'SELECT type, count(*) AS count FROM webhook.event GROUP BY type ORDER BY type',
    )
    expect(rows).toEqual([{ type: 'bill.introduced', count: GOOD }])
    expect(await countDeferred(service.database)).toEqual({ unread: 0, parked: names.length * EVENTS_BEHIND })
    const { rows: parked } = await service.database.query<{ count: number }>(
      'SELECT count(*) AS count FROM webhook.parked_event',
    )
    expect(parked[0]!.count).toBeLessThanOrEqual(names.length)
  })

  it('changes no prototype of objects, and does not end the process', async () => {
    expect('ocd_id' in {}).toBe(false)
    await publisher.publish([introduction(GOOD + 1)])
    await eventually(async () => {
      const { rowCount } = await service.database.query('SELECT FROM read_0001.bills WHERE id = $1', [
        GOOD + 1,
      ])
      return rowCount === 1
    })
  })
})
