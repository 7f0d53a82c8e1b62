import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { nodeOptionsOf } from '../../../cli/process/node-options.js'

/** Much that lives for a while, as events of batches do; then how much V8 has taken for what is young. */
const program = `
  const held = []
  let most = 0
  for (let count = 0; count < 3_000_000; count++) {
    held[count % 300_000] = { count, text: String(count), list: [count] }
    if (count % 100_000 === 0)
      most = Math.max(most, require('node:v8').getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size)
  }
  console.log(most)`

async function youngBytes(command: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptionsOf([command]), '-e', program])
  return Number(stdout)
}

it('what is young takes some 16 MB in a service, and as much as V8 likes in a command that ends', async () => {
  // A page or two more are taken for a moment; left alone it is 128 MB.
  const most = 24 * 2 ** 20
  for (const service of ['relay', 'project', 'api', 'webhooks'])
    expect(nodeOptionsOf([service, '--json'])).toEqual(nodeOptionsOf(['project']))
  expect(await youngBytes('project')).toBeLessThanOrEqual(most)
  expect(await youngBytes('rebuild')).toBeGreaterThan(most)
  expect(nodeOptionsOf([])).toEqual([])
})
