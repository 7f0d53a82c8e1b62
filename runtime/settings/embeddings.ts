import { type Definition, MAX_TIMER_MS } from './definition.ts'

/** The optional model that turns texts into vectors, by which similar bills are found. */
export const embeddingsSettings = {
  embeddings_model: {
    env: 'EMBEDDINGS_MODEL',
    kind: 'text',
    default: '',
    does: 'Model that compares the meaning of bills: with EMBEDDINGS_URL its name there, otherwise one of legislog models list; empty: words alone decide',
  },
  embeddings_url: {
    env: 'EMBEDDINGS_URL',
    kind: 'url',
    default: '',
    does: 'Base address of an OpenAI-compatible embeddings API, such as https://host/v1; empty: EMBEDDINGS_MODEL runs on this machine',
  },
  embeddings_key: {
    env: 'EMBEDDINGS_KEY',
    kind: 'secret',
    default: '',
    does: 'Key of that API, sent as a bearer token; empty: none',
  },
  embeddings_dimensions: {
    env: 'EMBEDDINGS_DIMENSIONS',
    kind: 'integer',
    between: [8, 4_096],
    default: '1536',
    does: 'Numbers in a vector of that API; a vector of another length is refused',
  },
  embeddings_batch: {
    env: 'EMBEDDINGS_BATCH',
    kind: 'integer',
    between: [1, 2_048],
    default: '64',
    does: 'Most texts in one request to that API',
  },
  embeddings_timeout_ms: {
    env: 'EMBEDDINGS_TIMEOUT_MS',
    kind: 'integer',
    between: [100, MAX_TIMER_MS],
    default: '30000',
    does: 'Longest wait for a whole answer of that API, in ms',
  },
} as const satisfies Record<string, Definition>
