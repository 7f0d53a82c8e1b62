import { type Definition, MAX_TIMER_MS } from './definition.ts'

/** The optional model that writes summaries and explanations of bills. */
export const modelSettings = {
  model_url: {
    env: 'MODEL_URL',
    kind: 'url',
    default: '',
    does: 'Base address of an OpenAI-compatible chat API, such as https://host/v1, that summarizes and explains bills; empty: no model',
  },
  model_key: {
    env: 'MODEL_KEY',
    kind: 'secret',
    default: '',
    does: 'Key of that API, sent as a bearer token; empty: none',
  },
  model_name: {
    env: 'MODEL_NAME',
    kind: 'text',
    default: '',
    does: 'Name of the model at that API; another name asks about every bill again',
  },
  model_tokens_per_day: {
    env: 'MODEL_TOKENS_PER_DAY',
    kind: 'integer',
    default: '1000000',
    does: 'Most tokens of prompts and answers in a day (UTC), over all processes; 0: no limit',
  },
  answer_tokens_per_day: {
    env: 'ANSWER_TOKENS_PER_DAY',
    kind: 'integer',
    default: '50000',
    does: 'Most of these tokens that one account may use in a day for answers to questions; 0: no answers',
  },
  model_concurrency: {
    env: 'MODEL_CONCURRENCY',
    kind: 'integer',
    between: [1, 100],
    default: '2',
    does: 'Most bills that one process asks the model about at once',
  },
  model_timeout_ms: {
    env: 'MODEL_TIMEOUT_MS',
    kind: 'integer',
    between: [1_000, MAX_TIMER_MS],
    default: '120000',
    does: 'Longest wait for a whole answer of the model, in ms',
  },
  model_response_bytes: {
    env: 'MODEL_RESPONSE_BYTES',
    kind: 'integer',
    between: [1_024, 1_073_741_824],
    default: '1000000',
    does: 'Largest response of the model, in bytes',
  },
  model_window_characters: {
    env: 'MODEL_WINDOW_CHARACTERS',
    kind: 'integer',
    between: [2_000, 10_000_000],
    default: '60000',
    does: 'Most characters of a bill in one prompt; a longer bill is asked about piece by piece',
  },
  model_text_bytes: {
    env: 'MODEL_TEXT_BYTES',
    kind: 'integer',
    default: '2000000',
    does: 'Longest text of a bill that the model is asked about, in bytes; a longer one keeps its summary without a model',
  },
} as const satisfies Record<string, Definition>
