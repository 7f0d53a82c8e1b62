import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testSettings } from '../../support/harness/settings.ts'
import type { EndedConnections, EndedConnectionsInput } from '../../support/heap/ended-connections.ts'
import { inOwnHeap } from '../../support/heap/in-own-heap.ts'

const script = join(import.meta.dirname, '../../support/heap/ended-connections.ts')

it('thirty connections that Postgres ended leave nothing behind', async () => {
  const input: EndedConnectionsInput = { settings: testSettings(), count: 30 }
  const ended = await inOwnHeap<EndedConnections>(script, input)
  expect(ended.error_listeners).toBe(1)
  expect(ended.sockets).toBeLessThanOrEqual(ended.sockets_before)
})
