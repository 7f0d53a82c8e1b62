import { expect, it } from 'vitest'
import { keptFor } from '../../../api/http/kept-for.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

function counter(fails: (turn: number) => boolean = () => false) {
  let turns = 0
  const clock = createManualClock('2026-06-30T12:00:00Z')
  const read = keptFor(clock, 1_000, async () => {
    turns += 1
    if (fails(turns)) throw new Error(`turn ${turns}`)
    return turns
  })
  return { clock, read }
}

it('work is done once for all calls of its time, together or one after the other', async () => {
  const { clock, read } = counter()
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  clock.advance(999)
  expect(await read()).toBe(1)
  clock.advance(1)
  expect(await read()).toBe(2)
})

it('work that failed is tried again by the next call', async () => {
  const { read } = counter((turn) => turn === 1)
  await expect(read()).rejects.toThrow('turn 1')
  expect(await read()).toBe(2)
})

it('a clock that was set back keeps no result for longer', async () => {
  const { clock, read } = counter()
  await read()
  clock.advance(-5_000)
  expect(await read()).toBe(2)
})
