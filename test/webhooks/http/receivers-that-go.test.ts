import { Socket } from 'node:net'
import { Pool } from 'undici'
import { expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard } from '../../../webhooks/http/address-guard.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { decodeSecret, makeSecret } from '../../../webhooks/secrets/signature.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { countInstances } from '../../support/harness/count-instances.ts'
import { eventually } from '../../support/harness/eventually.ts'

const RECEIVERS = 100
/** The last one may not have been released yet. */
const LAST = 1

it('a hundred receivers that came and went leave no connection and no pool', async () => {
  const sender = createSender({
    guard: createAddressGuard({ allow_insecure: true }),
    clock: systemClock,
    deadline_ms: 5_000,
  })
  cleanUp(sender.close)
  const sending = { secrets: [decodeSecret(makeSecret())], key: 'dlv_1', body: Buffer.from('{"id":1}') }
  const before = { sockets: countInstances(Socket), pools: countInstances(Pool) }
  for (let number = 0; number < RECEIVERS; number++) {
    const receiver = await createReceiver()
    const made = await sender.send({ ...sending, url: receiver.url })
    expect(made.outcome).toBe('delivered')
    await receiver.close()
    // The receiver is gone, but such an attempt creates a pool too.
    expect((await sender.send({ ...sending, url: receiver.url })).outcome).toBe('retry')
  }
  await eventually(
    () => countInstances(Pool) <= before.pools + LAST && countInstances(Socket) <= before.sockets + LAST,
  )
})
