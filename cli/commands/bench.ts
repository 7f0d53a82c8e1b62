import type { Command } from 'commander'
import { benches, findBench } from '../../bench/benches.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { nightlyRuns } from '../../test/nightly/runs.ts'
import { setAction } from '../output/answer.ts'

const runs = { ...benches, ...nightlyRuns }

export function registerBench(program: Command): void {
  const list = Object.entries(runs).map(([name, { does, args }]) => `  ${[name, ...args].join(' ')}: ${does}`)
  const command = program
    .command('bench')
    .argument('<name>')
    .argument('[path...]')
    .description('measure a part of the service, or report on it')
    .addHelpText('after', `\nBenchmarks:\n${list.join('\n')}`)
  const named = new Set(Object.values(runs).flatMap(({ args }) => args.filter(isOption)))
  for (const option of named) command.option(option)
  setAction<Record<string, string>>(command, async ({ args, options }) => {
    const [name = '', ...paths] = args
    const bench = findBench(runs, name)
    const given = argumentsOf(bench.args, paths, options)
    if (given === undefined) {
      throw new LegislogError('usage', `bench ${name} takes: ${bench.args.join(', ')}`)
    }
    const run = await bench.load()
    const text = await run(...given)
    return { text, json: { name, text } }
  })
}

const isOption = (arg: string): boolean => arg.startsWith('--')
/** `split` of `--split <day>`. */
const nameOf = (option: string): string => /^--(\w+)/u.exec(option)![1]!

/** The values in the order of the benchmark's arguments. undefined if some lack, or if there are more. */
function argumentsOf(
  wanted: readonly string[],
  paths: readonly string[],
  options: Readonly<Record<string, string>>,
): string[] | undefined {
  const rest = [...paths]
  const given = wanted.flatMap((arg) => (isOption(arg) ? options[nameOf(arg)] : rest.shift()) ?? [])
  const known = new Set(wanted.filter(isOption).map(nameOf))
  const hasOthers = Object.keys(options).some((name) => name !== 'json' && !known.has(name))
  return given.length === wanted.length && rest.length === 0 && !hasOthers ? given : undefined
}
