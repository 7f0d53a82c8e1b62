import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registrations } from '../../cli/commands.ts'
import { memoryOptionsOf, startOptions } from '../../cli/process/node-options.js'
import { definitions, projectFolder } from '../../runtime/settings/settings.ts'
import { openSearchVersion } from '../../stack/install/opensearch.ts'
import { composeFile as compose, composeText, readComposeWith } from '../support/up/compose-file.ts'

const read = (name: string): string => readFileSync(join(projectFolder, name), 'utf8')

/** A variable of Node, not one of our settings. */
const NODE_OPTIONS = 'NODE_OPTIONS'
const own = Object.entries(compose.services).filter(([, { image }]) => image === 'legislog')

describe('the container files', () => {
  it('start existing commands', () => {
    const commands = new Set(registrations.flatMap(({ names }) => names))
    expect(own.map(([name]) => name)).toEqual([
      'setup',
      'relay',
      'project',
      'api',
      'webhooks',
      'derive',
      'alerts',
      'search',
      'ingest',
    ])
    for (const [, { command }] of own) expect(commands).toContain(command?.[0])
  })

  it('use existing settings, and set every address', () => {
    const known = new Set<string>(Object.values(definitions).map(({ env }) => env))
    for (const [, { environment }] of own) {
      const given = Object.keys(environment ?? {})
      for (const name of given.filter((one) => one !== NODE_OPTIONS)) expect(known).toContain(name)
      for (const name of ['kafka_brokers', 'schema_registry_url', 'database_url', 'redis_url'] as const) {
        expect(given).toContain(definitions[name].env)
      }
    }
  })

  it('give Node the same memory as the launcher', () => {
    for (const [name, { command = [], environment = {} }] of own) {
      expect(environment[NODE_OPTIONS] ?? '', name).toBe(memoryOptionsOf(command).join(' '))
    }
  })

  it('start Node with the options of the launcher', () => {
    const entry = JSON.stringify(['node', ...startOptions, 'cli/main.ts']).replaceAll(',', ', ')
    expect(read('Dockerfile')).toContain(`ENTRYPOINT ${entry}`)
  })

  it('check the health of each long-running service at its port', () => {
    const forever = own.filter(
      ([, { command }]) => !['setup', 'search', 'ingest'].includes(command?.[0] ?? ''),
    )
    for (const [name, { environment, healthcheck }] of forever) {
      const port = environment?.[definitions.metrics_port.env] ?? definitions.port.default
      expect(healthcheck?.test.at(-1), name).toMatch(`http://127.0.0.1:${port}/`)
    }
  })

  it('allow several instances of each service except the API, which has one port on this host', () => {
    expect(own.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['api'])
  })

  it('start no fetching from publishers by default', () => {
    const asking = own.filter(([, { command }]) => command?.[0] === 'ingest')
    expect(asking.map(([name, { profiles }]) => [name, profiles])).toEqual([['ingest', ['ingest']]])
  })

  it('start a search cluster and its reader only in their profile', () => {
    const searching = Object.entries(compose.services).filter(
      ([, { profiles }]) => profiles?.[0] === 'search',
    )
    expect(searching.map(([name]) => name)).toEqual(['opensearch', 'search'])
    const image = `opensearchproject/opensearch:${openSearchVersion}`
    expect(compose.services.opensearch?.image).toBe(image)
  })

  it('use the pinned version of Node', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const images = read('Dockerfile').match(/^FROM node:(\S+?)-/gm) ?? []
    expect(new Set(images)).toEqual(new Set([`FROM node:${dependencies.node}-`]))
  })
})

const secrets = [
  'KAFKA_CONTROLLER_PASSWORD',
  'KAFKA_PASSWORD',
  'POSTGRES_PASSWORD',
  'POSTGRES_REGISTRY_PASSWORD',
  'POSTGRES_SUPERUSER_PASSWORD',
  'REDIS_PASSWORD',
  'SCHEMA_REGISTRY_PASSWORD',
]
const given = Object.fromEntries(secrets.map((name) => [name, `the-${name}`]))

describe('the security of the container files', () => {
  it('requires passwords for a start, and none has a default', () => {
    const required = [...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    expect([...new Set(required)].toSorted()).toEqual(secrets)
    expect(() => readComposeWith(given)).not.toThrow()
    for (const name of secrets) {
      expect(() => readComposeWith({ ...given, [name]: '' }), name).toThrow(`required variable ${name}`)
    }
    const defaults = [...composeText.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|KEY)\w*):?-([^}]+)\}/g)]
    expect(defaults.map(([whole]) => whole)).toEqual([])
  })

  it('lets only this host reach the API, unless the operator names another address', () => {
    const published = (variables: Record<string, string>) =>
      Object.values(readComposeWith({ ...given, ...variables }).services).flatMap(({ ports = [] }) => ports)
    expect(published({})).toEqual(['127.0.0.1:8080:8080'])
    expect(published({ BIND_ADDRESS: '0.0.0.0', PORT: '80' })).toEqual(['0.0.0.0:80:8080'])
  })

  it('makes our services log in everywhere, and to Postgres as a role that is not a superuser', () => {
    for (const [name, { environment = {} }] of Object.entries(readComposeWith(given).services)) {
      if (!own.some(([one]) => one === name)) continue
      expect(environment, name).toMatchObject({
        KAFKA_SASL_MECHANISM: 'scram-sha-512',
        KAFKA_PASSWORD: given.KAFKA_PASSWORD,
        SCHEMA_REGISTRY_PASSWORD: given.SCHEMA_REGISTRY_PASSWORD,
        DATABASE_URL: `postgres://legislog:${given.POSTGRES_PASSWORD}@postgres:5432/legislog`,
        REDIS_URL: `redis://:${given.REDIS_PASSWORD}@redis:6379`,
      })
    }
    expect(readComposeWith(given).services.postgres?.environment?.POSTGRES_USER).toBe('postgres')
  })
})
