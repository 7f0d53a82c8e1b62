import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLocalEmbedder } from '../../../../derive/embedder/local/local-embedder.ts'
import { findModel, modelsFolder } from '../../../../derive/embedder/local/model-folder.ts'
import type { Embedder } from '../../../../derive/vectors/embedder.ts'
import { cacheFolder } from '../../../../runtime/settings/cache-folder.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { testSettings } from '../../../support/harness/settings.ts'

const cache = cacheFolder(testSettings())
/** Run `legislog models add minilm` to have it. */
const isInstalled = existsSync(join(modelsFolder(cache), 'minilm'))
const never = new AbortController().signal

describe.skipIf(!isInstalled)('the model minilm', () => {
  let embedder: Embedder

  beforeAll(async () => {
    embedder = await openLocalEmbedder(await findModel(cache, 'minilm'), { cache, threads: 1 })
    cleanUp(() => embedder.close())
  })

  const cosine = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, value, at) => sum + value * other[at]!, 0)

  it('finds that two texts mean the same without a common word', async () => {
    const [cars, vehicles, bees] = await embedder.embed(
      ['self-driving cars', 'autonomous vehicles', 'beekeeping licenses'],
      never,
    )
    expect(cosine(cars!, vehicles!)).toBeGreaterThan(0.6)
    expect(cosine(cars!, bees!)).toBeLessThan(0.3)
  })

  it('gives each text the same vector of length 1, whichever texts are embedded together', async () => {
    const texts = ['Bees.', 'An act relating to the licensing of dental hygienists', 'Water']
    const together = await embedder.embed(texts, never)
    for (const [at, text] of texts.entries()) {
      const [alone] = await embedder.embed([text], never)
      expect(alone).toEqual(together[at])
      expect(cosine(alone!, alone!)).toBeCloseTo(1, 5)
    }
  })

  it('cuts a text that is too long', async () => {
    const long = 'school lunch '.repeat(5_000)
    expect(await embedder.embed([long], never)).toHaveLength(1)
  })
})

describe('a model that was not added', () => {
  it('is refused with the command that adds one', async () => {
    await expect(findModel(join(cache, 'nowhere'), 'large')).rejects.toMatchObject({
      code: 'model_missing',
      message: 'EMBEDDINGS_MODEL is "large", and none was added; legislog models add minilm adds one',
    })
  })
})
