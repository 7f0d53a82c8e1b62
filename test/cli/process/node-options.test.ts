import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { memoryOptionsOf, nodeOptionsOf } from '../../../cli/process/node-options.js'

/** Keeps many objects for a time, as batches of events do, and prints the size of the young space. */
const program = `
  const kept = []
  let most = 0
  for (let count = 0; count < 3_000_000; count++) {
    kept[count % 300_000] = { count, text: String(count), list: [count] }
    if (count % 100_000 === 0)
      most = Math.max(most, require('node:v8').getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size)
  }
  console.log(most)`

async function youngBytes(command: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptionsOf([command]), '-e', program])
  return Number(stdout)
}

it('young objects take about 8 MB in a service, 32 MB in the API, and any amount in a command that ends', async () => {
  // V8 takes a few more pages for a moment. Without the limit it takes 128 MB.
  const most = 16 * 2 ** 20
  for (const service of ['relay', 'project', 'webhooks', 'derive', 'alerts'])
    expect(nodeOptionsOf([service, '--json'])).toEqual(nodeOptionsOf(['project']))
  expect(await youngBytes('project')).toBeLessThanOrEqual(most)
  expect(await youngBytes('api')).toBeLessThanOrEqual(4 * most)
  expect(await youngBytes('rebuild')).toBeGreaterThan(4 * most)
  expect(memoryOptionsOf([])).toEqual([])
})
