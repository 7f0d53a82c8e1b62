import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import {
  MANIFEST_FILE,
  MODEL_FILE,
  type ModelManifest,
  modelsFolder,
  TOKENIZER_FILE,
} from '../../derive/embedder/local/model-folder.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { hashOfFile } from './hash-of-file.ts'

/** Where a folder may have the model, the best choice first. */
const MODEL_PLACES = ['model.onnx', 'onnx/model_quantized.onnx', 'onnx/model.onnx']
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/u
const MOST_TOKENS = 512

/**
 * Copies a model from a folder with an ONNX file, `tokenizer.json` and `config.json`, as model hubs publish them. A model of
 * the same name is replaced.
 */
export async function copyModel(cache: string, given: string, asName?: string): Promise<ModelManifest> {
  const from = resolve(given)
  const name = asName ?? basename(from).toLowerCase()
  if (!NAME.test(name)) {
    throw new LegislogError(
      'usage',
      `--name is ${JSON.stringify(name)}; it must have lower-case letters, digits and hyphens`,
    )
  }
  const model = MODEL_PLACES.map((place) => join(from, place)).find((file) => existsSync(file))
  if (model === undefined)
    throw new LegislogError('not_found', `${given} has none of ${MODEL_PLACES.join(', ')}`)
  const manifest: ModelManifest = { name, ...(await readConfig(from)), sha256: await hashOfFile(model) }
  const target = join(modelsFolder(cache), name)
  const partial = `${target}.partial-${process.pid}`
  await mkdir(partial, { recursive: true })
  try {
    await copyFile(model, join(partial, MODEL_FILE))
    await copyFile(requireFile(from, TOKENIZER_FILE), join(partial, TOKENIZER_FILE))
    await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
    await rm(target, { recursive: true, force: true })
    await rename(partial, target)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  return manifest
}

function requireFile(folder: string, name: string): string {
  const file = join(folder, name)
  if (!existsSync(file)) throw new LegislogError('not_found', `${folder} has no ${name}`)
  return file
}

async function readConfig(folder: string): Promise<Pick<ModelManifest, 'dimensions' | 'max_tokens'>> {
  const file = requireFile(folder, 'config.json')
  const { hidden_size, max_position_embeddings } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly hidden_size?: unknown
    readonly max_position_embeddings?: unknown
  }
  if (typeof hidden_size !== 'number') {
    throw new LegislogError(
      'usage',
      `hidden_size in ${file} is ${JSON.stringify(hidden_size)}; it must be a number`,
    )
  }
  const positions = typeof max_position_embeddings === 'number' ? max_position_embeddings : MOST_TOKENS
  return { dimensions: hidden_size, max_tokens: Math.min(positions, MOST_TOKENS) }
}
