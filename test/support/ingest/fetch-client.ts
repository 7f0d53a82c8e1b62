import { type Client, type ClientOptions, createClient } from '../../../ingest/fetch/http/client.ts'
import type { Download } from '../../../ingest/source-interface/feed.ts'
import { createLog } from '../../../runtime/log.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import type { FaultyServer } from '../fakes/faulty-server.ts'
import { cleanUp } from '../harness/clean-up.ts'

export const NOTHING_KNOWN = { etag: null, last_modified: null }
export const KEY = 'k3y+with/odd=signs&more'

export type FetchClientWorld = {
  readonly clock: ManualClock
  /** Total waiting time so far, in ms. */
  readonly waited_ms: readonly number[]
  readonly stop: AbortController
  readonly client: (overrides?: Partial<ClientOptions>) => Client
  /** One request by a separate client. */
  readonly get: (
    path: string,
    expects?: Download['expects'],
    overrides?: Partial<ClientOptions>,
  ) => ReturnType<Client['get']>
}

/**
 * Clients that wait by moving a clock, which starts at 2 March 2026, 09:00 UTC. They are closed when the test file
 * has ended.
 */
export function createFetchClientWorld(server: FaultyServer): FetchClientWorld {
  const clock = createManualClock('2026-03-02T09:00:00.000Z')
  const waited_ms: number[] = []
  const stop = new AbortController()

  function client(overrides: Partial<ClientOptions> = {}): Client {
    const made = createClient({
      source: 'legiscan',
      user_agent: 'legislog/0 (+us@example.org)',
      key: null,
      requests_per_minute: 6_000_000,
      attempts: 4,
      wait_ms: 900_000,
      silence_ms: 150,
      deadline_ms: 5_000,
      answer_bytes: 1_000_000,
      own_hosts: ['127.0.0.1'],
      clock,
      async pause(ms, signal) {
        signal.throwIfAborted()
        waited_ms.push(ms)
        clock.advance(ms)
      },
      random: () => 0.5,
      log: createLog('test', 'silent'),
      signal: stop.signal,
      ...overrides,
    })
    cleanUp(() => made.close())
    return made
  }

  return {
    clock,
    waited_ms,
    stop,
    client,
    get: (path, expects = 'json', overrides = {}) =>
      client(overrides).get(new URL(path, server.url), { url: path, name: 'x', expects }, NOTHING_KNOWN),
  }
}

export const keyOf = (server: FaultyServer, send: 'query' | 'header') => ({
  setting: 'LEGISCAN_API_KEY',
  value: KEY,
  send,
  name: send === 'query' ? 'key' : 'X-Api-Key',
  origins: [server.url],
})
