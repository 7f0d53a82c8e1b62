import { LegislogError } from '../../schemas/errors.ts'

type Measure = (data: string, states: string, rounds: string) => Promise<string>

const peers: Readonly<Record<string, () => Promise<Measure>>> = {
  importer: async () => (await import('./importer/bench-importer.ts')).benchImporter,
  api: async () => (await import('./api/bench-api.ts')).benchApi,
  webhooks: async () => (await import('./webhooks/bench-webhooks.ts')).benchWebhooks,
}

/** Measures legislog and a peer in turn on one machine. A peer that cannot be installed is named, with its floor. */
export async function benchPeers(
  peer: string,
  data: string,
  states: string,
  rounds: string,
): Promise<string> {
  const load = peers[peer]
  if (load === undefined) {
    const known = Object.keys(peers).join(', ')
    throw new LegislogError('usage', `no peer is called ${JSON.stringify(peer)}; there are: ${known}`)
  }
  return (await load())(data, states, rounds)
}
