import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { copyModel } from '../../../cli/models/copy-model.ts'
import { listModels } from '../../../derive/embedder/local/model-folder.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const HASH_OF_MODEL = '9372c470eeadd5ecd9c3c74c2b3cb633f8e2f2fad799250a0f70d652b6b825e4'

let folder: string
let cache: string

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'legislog-models-'))
  cleanUp(() => rm(root, { recursive: true, force: true }))
  folder = join(root, 'Small-Model')
  cache = join(root, 'cache')
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), 'model')
  await writeFile(join(folder, 'tokenizer.json'), '{}')
  await writeFile(join(folder, 'config.json'), '{"hidden_size": 384, "max_position_embeddings": 8192}')
})

describe('a model from a folder', () => {
  it('is listed under the name of the folder, with its length, its tokens and the hash of its file', async () => {
    await copyModel(cache, folder)
    expect(await listModels(cache)).toEqual([
      {
        name: 'small-model',
        dimensions: 384,
        max_tokens: 512,
        sha256: HASH_OF_MODEL,
        folder: join(cache, 'models', 'small-model'),
      },
    ])
  })

  it('replaces the model of the same name as a whole', async () => {
    await copyModel(cache, folder, 'mine')
    await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), 'another')
    await copyModel(cache, folder, 'mine')
    const [model] = await listModels(cache)
    expect(await readFile(join(model!.folder, 'model.onnx'), 'utf8')).toBe('another')
    expect(model!.sha256).not.toBe(HASH_OF_MODEL)
  })

  it('is refused if a file is missing, its length is unknown, or its name cannot be used', async () => {
    await expect(copyModel(cache, folder, 'No Name')).rejects.toMatchObject({ code: 'usage' })
    await writeFile(join(folder, 'config.json'), '{"hidden_size": "wide"}')
    await expect(copyModel(cache, folder)).rejects.toMatchObject({
      message: `hidden_size in ${join(folder, 'config.json')} is "wide"; it must be a number`,
    })
    await rm(join(folder, 'tokenizer.json'))
    await writeFile(join(folder, 'config.json'), '{"hidden_size": 384}')
    await expect(copyModel(cache, folder)).rejects.toMatchObject({
      message: `${folder} has no tokenizer.json`,
    })
    await rm(join(folder, 'onnx'), { recursive: true })
    await expect(copyModel(cache, folder)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listModels(cache)).toEqual([])
  })
})
