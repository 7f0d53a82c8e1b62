import { benchDeliveries } from '../../deliveries/bench-deliveries.ts'

const DELIVERIES = 5_000
const SECONDS = 20

/** No server of webhooks is in a package registry, so the floor of `bench deliveries` stands for it. */
export async function benchWebhooks(): Promise<string> {
  const measured = await benchDeliveries(String(DELIVERIES), String(SECONDS))
  return [
    'Could not be installed: Outpost (github.com/hookdeck/outpost: the Go module proxy does not have it), the server of Svix (svix-server: not on crates.io; npm and PyPI have clients only).',
    'So raw posts of undici stand for them, before and after each drain:',
    measured,
  ].join('\n\n')
}
