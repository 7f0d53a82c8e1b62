import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { type Embedder, normalized } from '../../vectors/embedder.ts'
import { MODEL_FILE, type ModelFolder, TOKENIZER_FILE } from './model-folder.ts'
import { loadModelRuntime, type ModelRuntime, type Session } from './runtime-packages.ts'

const HASH_CHARACTERS = 12

export type LocalOptions = {
  readonly cache: string
  /** Texts at once; 0: one per core. */
  readonly threads: number
}

/** Opens a model of this machine. A vector is the mean of the vectors of the tokens. */
export async function openLocalEmbedder(model: ModelFolder, options: LocalOptions): Promise<Embedder> {
  const runtime = await loadModelRuntime(options.cache)
  const session = await runtime.onnx.InferenceSession.create(join(model.folder, MODEL_FILE), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  })
  const threads = options.threads || availableParallelism()
  const tokenizer = JSON.parse(await readFile(join(model.folder, TOKENIZER_FILE), 'utf8')) as object
  // The limits in the file may be lower than those of the model, so texts are cut and padded here.
  const { Tokenizer } = runtime.tokenizers
  const words = new Tokenizer({ ...tokenizer, truncation: null, padding: null }, {})
  const tokensOf = (text: string): readonly number[] => cutTokens(words.encode(text).ids, model.max_tokens)
  return {
    id: `local ${model.name} ${model.sha256.slice(0, HASH_CHARACTERS)} ${model.max_tokens}`,
    dimensions: model.dimensions,
    async embed(texts, signal) {
      const atOnce = pLimit(threads)
      const vectorOf = async (text: string): Promise<Float32Array> => {
        signal.throwIfAborted()
        return runText(runtime, session, tokensOf(text))
      }
      return Promise.all(texts.map((text) => atOnce(() => vectorOf(text))))
    },
    close: () => session.release(),
  }
}

/** Keeps the last token, which marks the end. */
const cutTokens = (ids: readonly number[], most: number): readonly number[] =>
  ids.length <= most ? ids : [...ids.slice(0, most - 1), ids.at(-1)!]

/**
 * Texts are not run together: a model with 8-bit weights rounds by the largest number of a run, so the vector of a text would
 * depend on the texts beside it. With one thread a run always adds in the same order.
 */
async function runText(
  { onnx }: ModelRuntime,
  session: Session,
  tokens: readonly number[],
): Promise<Float32Array> {
  const all: Readonly<Record<string, BigInt64Array>> = {
    input_ids: BigInt64Array.from(tokens, BigInt),
    attention_mask: new BigInt64Array(tokens.length).fill(1n),
    token_type_ids: new BigInt64Array(tokens.length),
  }
  const dims = [1, tokens.length]
  const inputs = Object.fromEntries(
    session.inputNames.map((name) => [name, new onnx.Tensor('int64', all[name]!, dims)]),
  )
  const { data, dims: shape } = (await session.run(inputs))[session.outputNames[0]!]!
  const width = shape.at(-1)!
  const sum = new Float32Array(width)
  for (let at = 0; at < data.length; at += 1) sum[at % width]! += data[at]!
  return normalized(sum)
}
