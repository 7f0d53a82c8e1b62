import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf } from '../../stack/home/layout.ts'
import { noProgress } from '../../stack/install/progress.ts'
import { freePort } from '../../stack/processes/port.ts'
import { runningProcess } from '../../stack/processes/process.ts'
import { bringUp, takeDown } from '../../stack/stack.ts'
import { canMount, createSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { testSettings } from '../support/harness/settings.ts'
import { expectRowsMatchFold } from '../support/service/expect-rows-match-fold.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

const MEGABYTES = 64
/** A broker of its own makes its login. */
const ownKafka = {
  kafka_brokers: [],
  kafka_sasl_mechanism: '',
  kafka_username: '',
  kafka_password: '',
} as const

let disk: SmallDisk
let broker: Settings
let service: WholeService

const outbox = async () => {
  const { rows } = await service.database.query<{ waiting: number }>(
    'SELECT count(*) AS waiting FROM ingest.outbox',
  )
  return rows[0]!.waiting
}

/** The operator starts it again after freeing the disk. */
const startBroker = () => bringUp(broker, noProgress)

describe.skipIf(!canMount || !NIGHTLY)('a full disk of the broker', () => {
  beforeAll(async () => {
    disk = await createSmallDisk(MEGABYTES)
    broker = testSettings({
      home: disk.folder,
      ...ownKafka,
      kafka_port: await freePort(),
      kafka_controller_port: await freePort(),
    })
    const { kafka_brokers, kafka_sasl_mechanism, kafka_username, kafka_password } = await startBroker()
    cleanUp(() => takeDown(broker, noProgress).then(() => {}))
    service = await createWholeService({
      kafka_brokers,
      kafka_sasl_mechanism,
      kafka_username,
      kafka_password,
    })
    await service.startAll()
    await service.ingest('openstates-people', join(sampleFolder, 'people'))
    await service.caughtUp()
  }, 120_000)

  it('keeps emitted events in the outbox, and none counts as published', async () => {
    await disk.fill()
    const { events } = await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
    expect(events).toBeGreaterThan(100)
    // A broker ends if it cannot write to any folder.
    const pidFile = layoutOf(broker).pidFile('kafka')
    await eventually(async () => (await runningProcess(pidFile)) === undefined, { timeout_ms: 90_000 })
    expect(await outbox()).toBeGreaterThan(0)
  }, 120_000)

  it('loses no event: all are published and projected correctly when there is room again', async () => {
    await disk.free()
    await startBroker()
    await eventually(async () => (await outbox()) === 0, { timeout_ms: 90_000 })
    await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
    await eventually(() => service.caughtUp().then(() => true), { timeout_ms: 90_000 })
    await expectRowsMatchFold(service)
  }, 240_000)
})
