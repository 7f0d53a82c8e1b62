import { it } from 'vitest'
import { eventually } from '../../support/harness/eventually.ts'
import { fill, isEmpty, repeats, shared, startRelay, stores } from '../../support/ingest/relay-world.ts'

it('relays share the partitions of every topic evenly, and adapt when one joins, leaves or is killed', async () => {
  const place = await stores()
  const [one, two] = [startRelay(place), startRelay(place)]
  await eventually(() => shared(place, 2), { timeout_ms: 20_000 })
  await fill(place, 0, 4)
  const three = startRelay(place)
  await eventually(() => shared(place, 3), { timeout_ms: 20_000 })
  await fill(place, 4, 4)
  one.child.kill('SIGTERM')
  await one.ended
  await eventually(() => shared(place, 2))
  await fill(place, 8, 4)
  two.child.kill('SIGKILL')
  await eventually(() => shared(place, 1))
  await eventually(() => isEmpty(place))
  three.child.kill('SIGTERM')
  await three.ended
  await repeats(place, 12)
}, 90_000)
