import { type Definition, MAX_TIMER_MS } from './definition.ts'

/** The optional cluster that ranks bills instead of Postgres. */
export const searchClusterSettings = {
  search_url: {
    env: 'SEARCH_URL',
    kind: 'secret',
    default: '',
    does: 'Address of an OpenSearch cluster that ranks bills by words, with its user and password if it has them; empty: Postgres does',
  },
  search_timeout_ms: {
    env: 'SEARCH_TIMEOUT_MS',
    kind: 'integer',
    between: [100, MAX_TIMER_MS],
    default: '5000',
    does: 'Longest wait for an answer of that cluster, in ms; then Postgres answers',
  },
} as const satisfies Record<string, Definition>
