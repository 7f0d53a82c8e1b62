import { describe, expect, it } from 'vitest'
import { startModelWorker } from '../../../../derive/model/queue/start-model-worker.ts'
import { createLog } from '../../../../runtime/log.ts'
import { createMetrics } from '../../../../runtime/metrics.ts'
import type { Settings } from '../../../../runtime/settings/settings.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'
import { createModelWorld } from '../../../support/derive/model-world.ts'
import { sectionedText } from '../../../support/derive/numbered-bill.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { testSettings } from '../../../support/harness/settings.ts'
import { createTestRedis } from '../../../support/stores/redis.ts'

const world = await createModelWorld()
const { text, tree } = sectionedText('SECTION 1. A landlord shall return the deposit of a tenant.\n')
const redis_url = await createTestRedis()

function start(overrides: Partial<Settings>) {
  const metrics = createMetrics()
  const recorded: string[] = []
  const worker = startModelWorker({
    database: world.database,
    metrics,
    clock: createManualClock(),
    log: createLog('model', 'silent'),
    settings: testSettings({ redis_url, ...overrides }),
    readText: async () => text,
    readSections: async () => tree,
    recordDerivation: async (_client, _bill, { kind }) => void recorded.push(kind),
  })
  if (worker !== undefined) cleanUp(worker.stop)
  return { worker, recorded, metrics }
}

describe('the settings of the model', () => {
  it('start nothing if there is no address', () => {
    expect(start({ model_url: '', model_key: 'sk-1', model_name: 'small-1' }).worker).toBeUndefined()
  })

  it('are refused if there is an address without the name of a model', () => {
    expect(() => start({ model_url: world.server.url, model_name: '' })).toThrow(/MODEL_NAME is ""/u)
  })

  it('start a worker that asks at this address, with its gauges', async () => {
    const quote = 'A landlord shall return the deposit'
    const sentences = [{ text: `${quote}.`, citations: [{ section: 's1', quote }] }]
    world.server.play({ kind: 'says', content: { sentences, not_stated: [] }, tokens: 50 })
    await world.plan([{ bill_id: 1, text: text.reference }])
    const { worker, recorded, metrics } = start({ model_url: world.server.url, model_name: 'small-1' })
    await eventually(() => recorded.length === 2)
    await eventually(async () => (await metrics.metrics()).includes('legislog_model_day_tokens 250'))
    expect(world.server.seen[0]!.authorization).toBeUndefined()
    await worker!.stop()
  })
})
