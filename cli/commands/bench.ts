import type { Command } from 'commander'
import { benches, findBench } from '../../bench/benches.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { nightlyRuns } from '../../test/nightly/runs.ts'
import { setAction } from '../output/answer.ts'

const runs = { ...benches, ...nightlyRuns }

export function registerBench(program: Command): void {
  const list = Object.entries(runs).map(([name, { does, args }]) => `  ${[name, ...args].join(' ')}: ${does}`)
  setAction(
    program
      .command('bench')
      .argument('<name>')
      .argument('[path...]')
      .description('measure a part of the service, or report on it')
      .addHelpText('after', `\nBenchmarks:\n${list.join('\n')}`),
    async ({ args }) => {
      const [name = '', ...paths] = args
      const bench = findBench(runs, name)
      if (paths.length !== bench.args.length) {
        throw new LegislogError('usage', `bench ${name} takes: ${bench.args.join(', ')}`)
      }
      const run = await bench.load()
      const text = await run(...paths)
      return { text, json: { name, text } }
    },
  )
}
