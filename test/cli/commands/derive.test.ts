import { beforeAll, describe, expect, it } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { startMain } from '../../support/harness/main-process.ts'

let world: SearchWorld

beforeAll(async () => {
  world = await createSearchWorld()
  await world.texts(world.story.bill(), [
    'SECTION 1. Bees are protected.',
    'SECTION 1. All bees are protected.',
  ])
  await world.texts(world.story.bill(), ['A lost text'], { isLost: true })
  await world.project()
})

const run = (...args: string[]) => legislogHere(['derive', ...args], { env: world.env })
const countOf = async (table: string) =>
  (await world.test.database.query<{ count: number }>(`SELECT count(*) AS count FROM derive.${table}`))
    .rows[0]!.count

describe('legislog derive', () => {
  it('fill derives what is missing, and status says what there is and what failed', async () => {
    const filled = await run('fill', '--json')
    expect(filled).toMatchObject({ code: 0 })
    expect(filled.json()).toMatchObject({ compared: 2, bills: 2, bills_to_do: 0 })
    const { stdout } = await run('status')
    expect(stdout).toMatch(/^sections +2 /m)
    expect(stdout).toMatch(/The object store has no text f{64}/)
    expect((await run('fill', '--json')).json()).toMatchObject({ compared: 0 })
  })

  it('drop deletes everything that is derived, and the service derives it again', async () => {
    const before = await countOf('result')
    expect(before).toBeGreaterThan(0)
    expect((await run('drop', '--json')).json()).toEqual({ dropped: true })
    expect(await countOf('result')).toBe(0)
    const { child, ended } = startMain(['derive'], world.test.settings, world.env)
    await eventually(async () => (await countOf('position')) === 1, { timeout_ms: 60_000 })
    expect(await countOf('result')).toBe(before)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
