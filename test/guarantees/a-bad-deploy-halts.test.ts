import { expect, it } from 'vitest'
import { listParked } from '../../projections/parked-retry/list-parked.ts'
import { projectionStatus } from '../../projections/service/status.ts'
import { eventually } from '../support/harness/eventually.ts'
import { startMain } from '../support/harness/main-process.ts'
import { publishRaw } from '../support/log/publish-raw.ts'
import { createWholeService } from '../support/service/whole-service.ts'

const BAD = 200

it('a projector that cannot apply events ends with an error at every start, and does not park the whole log', async () => {
  const service = await createWholeService()
  const bad = Array.from({ length: BAD }, (_, index) => ({ key: `ocd-bill/${index}`, value: 'no event' }))
  await publishRaw(service.settings, bad)
  for (let lives = 0; lives < 3; lives++) {
    const { ended } = startMain(['project'], service.settings)
    expect(await ended).toEqual([1, null])
  }
  expect((await listParked(service.database)).length).toBeLessThanOrEqual(10)
  const [status] = await projectionStatus(service.database)
  expect(status!.halted?.message).toMatch(/legislog parked allow/)

  const allowed = startMain(['parked', 'allow'], service.settings)
  expect(await allowed.ended).toEqual([0, null])
  const projector = startMain(['project'], service.settings)
  await eventually(async () => (await listParked(service.database)).length === BAD, { timeout_ms: 20_000 })
  projector.child.kill('SIGTERM')
  expect(await projector.ended).toEqual([0, null])
  expect((await projectionStatus(service.database))[0]!.halted).toBeNull()
}, 90_000)
