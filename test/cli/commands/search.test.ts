import { beforeAll, describe, expect, it } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { legislogHere } from '../../support/harness/command-line.ts'

let world: SearchWorld

beforeAll(async () => {
  world = await createSearchWorld()
  await world.texts(world.story.bill(), ['On quicksilver', null])
  await world.texts(world.story.bill(), ['Lost'], { isLost: true })
  await world.project()
})

const run = (...args: string[]) => legislogHere(['search', ...args], { env: world.env })

describe('legislog search', () => {
  it('shows how many texts can be searched', async () => {
    const { code, stdout } = await run('status')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^0 of 2 bill texts can be searched; \d+ MB$/m)
  }, 30_000)

  it('indexes all texts that are not indexed yet, and reports the unreadable ones', async () => {
    const filled = await run('fill', '--workers', '3', '--json')
    expect(filled.code).toBe(0)
    expect(filled.json()).toMatchObject({
      indexed: 1,
      failed: 1,
      texts: 2,
      searchable: 1,
      unread: [{ reason: 'not in the object store', texts: 1 }],
    })
    const { data } = (await world.api.get('/v1/bills?q=quicksilver')).json()
    expect(data).toHaveLength(1)
    expect((await run('fill', '--json')).json()).toMatchObject({ indexed: 0, failed: 1 })
  }, 60_000)

  it('refuses an invalid number of workers', async () => {
    expect((await run('fill', '--workers', 'many')).code).toBe(2)
  }, 30_000)
})
