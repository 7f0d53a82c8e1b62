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
  search_private: {
    env: 'SEARCH_PRIVATE',
    kind: 'flag',
    default: '',
    does: 'Let legislog up start an OpenSearch of one node if SEARCH_URL is empty: 60 MB to download, 1 GB of memory',
  },
  opensearch_port: {
    env: 'OPENSEARCH_PORT',
    kind: 'port',
    default: '19200',
    does: 'Port of the private OpenSearch',
  },
  opensearch_transport_port: {
    env: 'OPENSEARCH_TRANSPORT_PORT',
    kind: 'port',
    default: '19300',
    does: 'Port of its transport',
  },
} as const satisfies Record<string, Definition>
