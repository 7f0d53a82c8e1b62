import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { createKafka } from '../../../../runtime/kafka/client/kafka-client.ts'
import { createCluster } from '../../../../runtime/kafka/log-source/kafkajs-cluster.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { testSettings } from '../../../support/harness/settings.ts'

const require = createRequire(import.meta.url)
const { requests } = require('kafkajs/src/protocol/requests') as {
  requests: Record<string, { versions: string[] }>
}
const apiKeys = require('kafkajs/src/protocol/requests/apiKeys') as Record<string, number>

/** The highest version that kafkajs sends of each request that we or kafkajs make. */
const sent = {
  Produce: 7,
  Fetch: 11,
  ListOffsets: 3,
  Metadata: 6,
  OffsetCommit: 5,
  OffsetFetch: 4,
  GroupCoordinator: 2,
  JoinGroup: 5,
  Heartbeat: 3,
  LeaveGroup: 3,
  SyncGroup: 3,
  ApiVersions: 2,
  CreateTopics: 3,
  DescribeConfigs: 2,
  SaslHandshake: 1,
  SaslAuthenticate: 1,
} as const

type Versions = Record<number, { minVersion: number; maxVersion: number }>

// kafkajs sends the lower of its highest version and that of the broker, and ignores the lowest version of the
// broker. It would not understand the answers of a broker that has dropped one of these.
it('the broker accepts every request in the version that kafkajs sends', async () => {
  const cluster = createCluster(createKafka(testSettings(), 'legislog-test'))
  cleanUp(() => cluster.disconnect())
  await cluster.connect()
  await cluster.refreshMetadata()
  const [node] = cluster.getNodeIds()
  const { versions } = (await cluster.findBroker({ nodeId: node! })) as unknown as { versions: Versions }
  for (const [name, best] of Object.entries(sent)) {
    expect([name, Math.max(...requests[name]!.versions.map(Number))]).toEqual([name, best])
    const { minVersion, maxVersion } = versions[apiKeys[name]!]!
    expect([name, minVersion <= best && best <= maxVersion]).toEqual([name, true])
  }
})
