import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { startProjections } from '../../../projections/service/start-projections.ts'
import { createLog } from '../../../runtime/log.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { api, createKafkaProxy } from '../../support/faults/kafka-proxy.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { createSetting } from '../support/projecting.ts'

it('projectors that make no progress become not ready, and ready again when they continue', async () => {
  const setting = await createSetting()
  const settings = await createTestTopics(setting.settings)
  const records = await encodeLog(goldenLog(), setting.codec)
  const proxy = await createKafkaProxy(settings)
  const clock = createManualClock(new Date().toISOString())
  const projections = await startProjections({
    settings,
    database: setting.database,
    kafka: proxy.kafka,
    codec: setting.codec,
    log: createLog('test', 'silent'),
    clock,
    metrics: new Registry(),
  })
  cleanUp(() => projections.stop())
  await produce(settings, setting.database, records.slice(0, 30))
  await eventually(() => projections.health().is_ready, { timeout_ms: 20_000 })

  const resume = proxy.silence(api.fetch)
  await produce(settings, setting.database, records.slice(30))
  await eventually(() => projections.health().lag_events > 0)
  expect(projections.health().is_ready).toBe(true)
  clock.advance(31_000)
  const { is_ready, error, reader } = projections.health()
  expect({ is_ready, error }).toEqual({ is_ready: false, error: undefined })
  // The advanced clock may cause a comparison with the stored positions.
  expect(['reading', 'loading']).toContain(reader.state)
  resume()
  await eventually(() => projections.health().is_ready && projections.health().lag_events === 0)
})
