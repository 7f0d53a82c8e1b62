import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LegislogError } from '../../../schemas/errors.ts'

/** The packages that run a model, with their versions. They are optional: `legislog models add` installs them. */
export const runtimePackages = {
  'onnxruntime-node': '1.30.0',
  '@huggingface/tokenizers': '0.2.0',
} as const

/** The folder with the packages. */
export const runtimeFolder = (cache: string): string => join(cache, 'model-runtime')

type Tensor = { readonly dims: readonly number[]; readonly data: Float32Array }
export type Session = {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, Tensor>>>
  release(): Promise<void>
}

/** The parts of the two packages that we use. */
export type ModelRuntime = {
  readonly onnx: {
    readonly InferenceSession: { create(file: string, options: object): Promise<Session> }
    readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown
  }
  readonly tokenizers: {
    readonly Tokenizer: new (
      tokenizer: object,
      config: object,
    ) => {
      encode(text: string): { readonly ids: readonly number[] }
    }
  }
}

/** Loads the packages from the folder. Throws `model_missing` if they are not installed. */
export async function loadModelRuntime(cache: string): Promise<ModelRuntime> {
  const require = createRequire(pathToFileURL(join(runtimeFolder(cache), 'package.json')))
  const load = async (name: keyof typeof runtimePackages): Promise<unknown> => {
    try {
      return await import(pathToFileURL(require.resolve(name)).href)
    } catch (cause) {
      throw new LegislogError(
        'model_missing',
        `the package ${name} cannot be loaded; legislog models add installs it`,
        { cause },
      )
    }
  }
  const onnx = exportsOf(await load('onnxruntime-node'))
  const tokenizers = exportsOf(await load('@huggingface/tokenizers'))
  return { onnx, tokenizers } as ModelRuntime
}

/** The exports of a CommonJS module are the default of what `import` gives. */
const exportsOf = (module: unknown): unknown => (module as { readonly default?: unknown }).default ?? module
