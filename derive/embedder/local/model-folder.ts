import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LegislogError } from '../../../schemas/errors.ts'

/** What `model.json` in the folder of an added model says. */
export type ModelManifest = {
  readonly name: string
  readonly dimensions: number
  /** The tokens of a text that the model reads. The rest of the text is cut off. */
  readonly max_tokens: number
  /** SHA-256 of the model file. */
  readonly sha256: string
}

export type ModelFolder = ModelManifest & { readonly folder: string }

export const MODEL_FILE = 'model.onnx'
export const TOKENIZER_FILE = 'tokenizer.json'
export const MANIFEST_FILE = 'model.json'

/** Each added model has a folder here, under its name. */
export const modelsFolder = (cache: string): string => join(cache, 'models')

export async function listModels(cache: string): Promise<readonly ModelFolder[]> {
  const folder = modelsFolder(cache)
  // Without the folder, no model was added.
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.sort().map((name) => readModel(join(folder, name))))
  return found.filter((model) => model !== undefined)
}

/** Throws `model_missing` if no model of this name was added. */
export async function findModel(cache: string, name: string): Promise<ModelFolder> {
  const models = await listModels(cache)
  const found = models.find((model) => model.name === name)
  if (found !== undefined) return found
  const known =
    models.length === 0 ? 'none was added' : `there are: ${models.map((one) => one.name).join(', ')}`
  throw new LegislogError(
    'model_missing',
    `EMBEDDINGS_MODEL is ${JSON.stringify(name)}, and ${known}; legislog models add minilm adds one`,
  )
}

async function readModel(folder: string): Promise<ModelFolder | undefined> {
  // A folder without a manifest is not complete yet.
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { ...(JSON.parse(text) as ModelManifest), folder }
}
