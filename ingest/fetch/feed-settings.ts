import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder, type SettingEnv, type Settings, settingOf } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Feed } from '../source-interface/feed.ts'
import type { Source } from '../source-interface/source.ts'
import type { ClientOptions } from './http/client.ts'
import type { ClientKey } from './http/client-key.ts'

export type FeedAddresses = {
  readonly main: string
  /** Gives the address by the name of its setting. Default: the main address. */
  readonly of: (setting?: SettingEnv) => string
}

/**
 * Gives the addresses and the key of a feed. Throws `usage` without a feed, and `setting_invalid` without a required
 * key.
 */
export function addressesOf(
  source: Source,
  settings: Settings,
): {
  readonly feed: Feed
  readonly addresses: FeedAddresses
  readonly key: ClientKey | null
  readonly own_hosts: readonly string[]
} {
  const { feed } = source
  if (feed === undefined)
    throw new LegislogError('usage', `${source.name} has no address to fetch from: name files or folders`)
  const known = [feed, ...(feed.more_addresses ?? [])].map(({ address, address_setting }) => {
    const set = String(settingOf(settings, address_setting))
    return { address_setting, address: (set === '' ? address : set).replace(/\/+$/u, '') }
  })
  const of = (setting?: SettingEnv): string => {
    const found = known.find(({ address_setting }) => address_setting === (setting ?? feed.address_setting))
    if (found === undefined) throw new TypeError(`${source.name} has no address ${setting}`)
    return found.address
  }
  const wanted = known.filter(
    ({ address_setting }) => (feed.key?.address_setting ?? address_setting) === address_setting,
  )
  return {
    feed,
    addresses: { main: of(), of },
    own_hosts: [
      ...known.map(({ address }) => new URL(address).hostname),
      ...settings.ingest_private_hosts.split(',').map((host) => host.trim().toLowerCase()),
    ],
    key: keyOf(
      source.name,
      feed,
      settings,
      wanted.map(({ address }) => new URL(address).origin),
    ),
  }
}

function keyOf(source: string, feed: Feed, settings: Settings, origins: readonly string[]): ClientKey | null {
  const { key } = feed
  if (key === null) return null
  const value = String(settingOf(settings, key.setting))
  if (value !== '') return { ...key, value, origins }
  if (key.is_optional === true) return null
  throw new LegislogError('setting_invalid', `${source} needs a key: ${key.setting} is not set`)
}

/** The client options that come from settings. */
export function clientSettings(
  source: Source,
  feed: Feed,
  settings: Settings,
): Omit<ClientOptions, 'key' | 'own_hosts' | 'clock' | 'pause' | 'random' | 'log' | 'signal'> {
  return {
    source: source.name,
    user_agent: userAgent(settings.ingest_contact),
    requests_per_minute: readRates(settings.ingest_rates).get(source.name) ?? feed.requests_per_minute,
    attempts: Math.max(1, settings.ingest_attempts),
    wait_ms: settings.ingest_retry_after_max_ms,
    silence_ms: settings.ingest_idle_timeout_ms,
    deadline_ms: settings.ingest_deadline_ms,
    answer_bytes: settings.ingest_response_bytes_max,
  }
}

/** Name and version of this program, and its contact. */
export function userAgent(contact: string): string {
  const manifest: { name: string; version: string } = JSON.parse(
    readFileSync(join(projectFolder, 'package.json'), 'utf8'),
  )
  const program = `${manifest.name}/${manifest.version}`
  const printable = contact.replaceAll(/[^\x20-\x7e]|[()]/gu, '').trim()
  return printable === '' ? program : `${program} (+${printable})`
}

/** Parses `legiscan=10,regulations-gov=60`. Throws `setting_invalid` if it cannot be read. */
export function readRates(text: string): Map<string, number> {
  const rates = new Map<string, number>()
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const match = /^\s*([\w-]+)\s*=\s*(\d+(?:\.\d+)?)\s*$/u.exec(part)
    const rate = Number(match?.[2])
    if (match === null || !(rate > 0))
      throw new LegislogError(
        'setting_invalid',
        `INGEST_RATES is ${JSON.stringify(text)}; it must be like legiscan=10,regulations-gov=60`,
      )
    rates.set(match[1]!, rate)
  }
  return rates
}
