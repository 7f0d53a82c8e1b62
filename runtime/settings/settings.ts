import { resolve } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import { alertSettings } from './alerts.ts'
import type { Definition, Kind } from './definition.ts'
import { embeddingsSettings } from './embeddings.ts'
import { fetchingSettings } from './fetching.ts'
import { mailSettings } from './mail.ts'
import { modelSettings } from './model.ts'
import { objectStoreSettings } from './object-store.ts'
import { pagesSettings } from './pages.ts'
import { searchClusterSettings } from './search-cluster.ts'
import { servicesSettings } from './services.ts'
import { workSettings } from './work.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/**
 * Every setting: its environment name, its default and what it does. `legislog config` prints this table; nothing
 * else reads `process.env`.
 */
export const definitions = {
  ...servicesSettings,
  ...objectStoreSettings,
  ...workSettings,
  ...fetchingSettings,
  ...modelSettings,
  ...embeddingsSettings,
  ...pagesSettings,
  ...mailSettings,
  ...alertSettings,
  ...searchClusterSettings,
} as const satisfies Record<string, Definition>

type Name = keyof typeof definitions
type ValueOf<K extends Kind> = K extends 'integer' | 'port'
  ? number
  : K extends 'flag'
    ? boolean
    : K extends 'list'
      ? readonly string[]
      : string

/** Environment names, for code that names a setting in its own table. */
export type SettingEnv = (typeof definitions)[Name]['env']

export type Settings = { readonly [N in Name]: ValueOf<(typeof definitions)[N]['kind']> }

/** Reads every setting from an environment. Throws `setting_invalid` naming the setting and its value. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(definitions) as [Name, Definition][]) {
    settings[name] = parse(definition, env[definition.env] ?? definition.default)
  }
  const read = settings as Settings
  if (read.page_limit_default > read.page_limit_max) {
    const { page_limit_default, page_limit_max } = definitions
    const most = `at most ${page_limit_max.env}, ${read.page_limit_max}`
    refuse(page_limit_default, String(read.page_limit_default), most)
  }
  return read
}

/** A setting by its environment name. */
export function settingOf(settings: Settings, env: SettingEnv): Settings[Name] {
  const name = (Object.keys(definitions) as Name[]).find((one) => definitions[one].env === env)!
  return settings[name]
}

function parse(definition: Definition, value: string): unknown {
  switch (definition.kind) {
    case 'integer': {
      const [least, most] = definition.between ?? [0, Number.MAX_SAFE_INTEGER]
      const number = Number(value)
      if (value.trim() === '' || !Number.isInteger(number) || number < least || number > most)
        refuse(definition, value, `a whole number, ${least} to ${most}`)
      return number
    }
    case 'port': {
      const port = Number(value)
      if (value.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
        refuse(definition, value, 'a port, 0 to 65535')
      return port
    }
    case 'level':
      if (!logLevels.includes(value)) refuse(definition, value, `one of ${logLevels.join(', ')}`)
      return value
    case 'flag':
      if (!['', '0', '1', 'true', 'false'].includes(value)) refuse(definition, value, '1, 0, true or false')
      return value === '1' || value === 'true'
    case 'list':
      return value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    case 'url':
      if (value !== '' && !URL.canParse(value))
        refuse(definition, value, 'an address such as http://host:port')
      return value
    default:
      return value
  }
}

function refuse(definition: Definition, value: string, wanted: string): never {
  throw new LegislogError(
    'setting_invalid',
    `${definition.env} is ${JSON.stringify(value)}; it must be ${wanted}`,
  )
}

/** The folder of the project: state paths are relative to it, so that commands work from anywhere. */
export const projectFolder = resolve(import.meta.dirname, '..', '..')

export function homeFolder(settings: Settings): string {
  return resolve(projectFolder, settings.home)
}
