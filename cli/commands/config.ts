import type { Command } from 'commander'
import { definitions, readSettings, type Settings } from '../../runtime/settings/settings.ts'
import { checkNamedSources } from '../context/check-named-sources.ts'
import { type Answer, setAction, table } from '../output/answer.ts'

export function registerConfig(program: Command): void {
  setAction(
    program.command('config').description('list every setting: environment name, value, default and meaning'),
    async () => {
      const settings = readSettings(process.env)
      await checkNamedSources(settings)
      return describeSettings(settings)
    },
  )
}

export function describeSettings(settings: Settings): Answer {
  const entries = (Object.keys(definitions) as (keyof typeof definitions)[]).map((name) => {
    const { env, kind, default: normal, does } = definitions[name]
    const value = written(settings[name])
    return {
      name,
      env,
      value: kind === 'secret' && value !== '' ? '(set, hidden)' : value,
      default: normal,
      does,
    }
  })
  const rows = entries.map((entry) => [
    entry.env,
    entry.value === '' ? '-' : entry.value,
    entry.value === entry.default ? '' : `default ${entry.default === '' ? '-' : entry.default}`,
    entry.does,
  ])
  return { text: table(rows), json: { settings: entries } }
}

function written(value: Settings[keyof Settings]): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return Array.isArray(value) ? value.join(',') : String(value)
}
