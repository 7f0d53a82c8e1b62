import { describe, expect, it } from 'vitest'
import { createQuestionVectors } from '../../../../derive/similar/read/question-vectors.ts'
import { createLog } from '../../../../runtime/log.ts'
import { readSettings } from '../../../../runtime/settings/settings.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'
import { createConceptEmbedder } from '../../../support/derive/concept-embedder.ts'

const never = new AbortController().signal
const log = createLog('test', 'silent')
const settings = readSettings({})

describe('the vector of a question', () => {
  it('has the name of the model beside it', async () => {
    const vectors = createQuestionVectors({
      settings,
      log,
      clock: createManualClock(),
      open: async () => createConceptEmbedder(),
    })
    const found = await vectors.vectorOf('self-driving cars', never)
    expect(found).toMatchObject({ embedder: 'concepts 1' })
    expect(found?.codes[1]).toBe(127)
    await vectors.close()
  })

  it('is undefined without a model', async () => {
    const vectors = createQuestionVectors({ settings, log, clock: createManualClock() })
    expect(await vectors.vectorOf('self-driving cars', never)).toBeUndefined()
    await vectors.close()
  })

  it('is undefined while the model cannot be opened, which is tried again after a minute', async () => {
    const clock = createManualClock()
    let attempts = 0
    const vectors = createQuestionVectors({
      settings,
      log,
      clock,
      open: async () => {
        attempts += 1
        if (attempts === 1) throw new Error('not installed')
        return createConceptEmbedder()
      },
    })
    expect(await vectors.vectorOf('bees', never)).toBeUndefined()
    expect(await vectors.vectorOf('bees', never)).toBeUndefined()
    expect(attempts).toBe(1)
    clock.advance(60_000)
    expect(await vectors.vectorOf('bees', never)).toBeDefined()
    await vectors.close()
  })
})
