import { expect, it } from 'vitest'
import { readChanges } from '../../../../clients/typescript/source/changes.ts'
import { ApiError } from '../../../../clients/typescript/source/problem.ts'

type Place = { readonly since: string; readonly cursor: string | null }
const removed = { id: 2, deleted: true, updated_at: '2026-01-02T00:00:00.000000Z' }

/** Two pages from the beginning, and none later. */
function feed(resync = false) {
  const asked: Place[] = []
  const read = async (place: Place) => {
    asked.push(place)
    if (resync && place.since === 'old') throw new ApiError(410, { code: 'resync_required' }, '')
    if (place.since !== '1970-01-01') return { items: [], next_cursor: null, sync_through: place.since }
    return place.cursor === null
      ? { items: [{ id: 1 }, removed], next_cursor: 'c1', sync_through: 'early' }
      : { items: [{ id: 3 }], next_cursor: null, sync_through: 'late' }
  }
  const changes = (checkpoint?: string) =>
    Array.fromAsync(readChanges<'/v1/bills'>(read as never, checkpoint))
  return { asked, changes }
}

it('a walk keeps its beginning until the last page, and removed items come apart', async () => {
  const { asked, changes } = feed()
  const batches = await changes()
  expect(batches).toMatchObject([
    { starts_over: false, changed: [{ id: 1 }], deleted: [removed] },
    { starts_over: false, changed: [{ id: 3 }], deleted: [] },
  ])
  expect(asked).toEqual([
    { since: '1970-01-01', cursor: null },
    { since: '1970-01-01', cursor: 'c1' },
  ])
  const [later] = await changes(batches[1]!.checkpoint)
  expect(asked[2]).toEqual({ since: 'late', cursor: null })
  expect(later).toMatchObject({ changed: [], deleted: [] })
})

it('a walk that was stopped goes on in its middle', async () => {
  const { asked, changes } = feed()
  const [first] = await changes()
  await changes(first!.checkpoint)
  expect(asked.at(-1)).toEqual({ since: '1970-01-01', cursor: 'c1' })
})

it('an old checkpoint starts over, with an empty batch first', async () => {
  const { changes } = feed(true)
  const batches = await changes(JSON.stringify({ since: 'old', cursor: null }))
  expect(batches.map(({ starts_over, changed }) => [starts_over, changed.length])).toEqual([
    [true, 0],
    [false, 1],
    [false, 1],
  ])
})

it('a text that is no checkpoint is refused with its words', async () => {
  await expect(feed().changes('{"at": 1}')).rejects.toThrow('this is no checkpoint: {"at": 1}')
})
