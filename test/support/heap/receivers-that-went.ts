import { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard } from '../../../webhooks/http/address-guard.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { decodeSecret, makeSecret } from '../../../webhooks/secrets/signature.ts'
import { createReceiver } from '../fakes/receiver.ts'
import { eventually } from '../harness/eventually.ts'
import { countInstances } from './count-instances.ts'

export type ReceiversThatWent = {
  readonly outcomes: readonly string[]
  readonly before: Instances
  readonly after: Instances
}
type Instances = { readonly sockets: number; readonly pools: number }

/** Sends to receivers that come and go, twice to each: once while it is there, once after that. */
const { count } = workerData as { count: number }
const guard = createAddressGuard({ allow_insecure: true })
const sender = createSender({ guard, clock: systemClock, deadline_ms: 5_000 })
const sending = { secrets: [decodeSecret(makeSecret())], key: 'dlv_1', body: Buffer.from('{"id":1}') }
const instances = (): Instances => ({ sockets: countInstances(Socket), pools: countInstances(Pool) })
const before = instances()
const outcomes: string[] = []
for (let number = 0; number < count; number++) {
  const receiver = await createReceiver()
  const { outcome } = await sender.send({ ...sending, url: receiver.url })
  await receiver.close()
  // The receiver is gone, but such an attempt creates a pool too.
  const later = await sender.send({ ...sending, url: receiver.url })
  outcomes.push(`${outcome} ${later.outcome}`)
}
const areReleased = (): boolean => {
  const { pools, sockets } = instances()
  // The last one may not have been released yet.
  return pools <= before.pools + 1 && sockets <= before.sockets + 1
}
// If one never is, the test sees it in the counts.
await eventually(areReleased).catch(() => {})
const after = instances()
await sender.close()
parentPort!.postMessage({ outcomes, before, after } satisfies ReceiversThatWent)
