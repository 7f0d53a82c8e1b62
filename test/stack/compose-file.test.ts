import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registrations } from '../../cli/commands.ts'
import { nodeOptionsOf } from '../../cli/process/node-options.js'
import { definitions, projectFolder } from '../../runtime/settings/settings.ts'
import { composeFile as compose, composeText, readComposeWith } from '../support/up/compose-file.ts'

const read = (name: string): string => readFileSync(join(projectFolder, name), 'utf8')

/** Node's own, and no setting of ours. */
const NODE_OPTIONS = 'NODE_OPTIONS'
const own = Object.entries(compose.services).filter(([, { image }]) => image === 'legislog')

describe('the container files', () => {
  it('start commands that there are', () => {
    const commands = new Set(registrations.flatMap(({ names }) => names))
    expect(own.map(([name]) => name)).toEqual(['setup', 'relay', 'project', 'api', 'webhooks', 'ingest'])
    for (const [, { command }] of own) expect(commands).toContain(command?.[0])
  })

  it('give settings that there are, and every address', () => {
    const known = new Set<string>(Object.values(definitions).map(({ env }) => env))
    for (const [, { environment }] of own) {
      const given = Object.keys(environment ?? {})
      for (const name of given.filter((one) => one !== NODE_OPTIONS)) expect(known).toContain(name)
      for (const name of ['kafka_brokers', 'schema_registry_url', 'database_url', 'redis_url'] as const) {
        expect(given).toContain(definitions[name].env)
      }
    }
  })

  it('give node the memory that the launcher gives it', () => {
    for (const [name, { command = [], environment = {} }] of own) {
      expect(environment[NODE_OPTIONS] ?? '', name).toBe(nodeOptionsOf(command).join(' '))
    }
  })

  it('ask each service that goes on for ever how it gets on, at the port that it is given', () => {
    const forever = own.filter(([, { command }]) => !['setup', 'ingest'].includes(command?.[0] ?? ''))
    for (const [name, { environment, healthcheck }] of forever) {
      const port = environment?.[definitions.metrics_port.env] ?? definitions.port.default
      expect(healthcheck?.test.at(-1), name).toMatch(`http://127.0.0.1:${port}/`)
    }
  })

  it('let more than one of each run, but for the API, whose port on this host is one', () => {
    expect(own.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['api'])
  })

  it('ask no publisher unless that is asked for', () => {
    const asking = own.filter(([, { command }]) => command?.[0] === 'ingest')
    expect(asking.map(([name, { profiles }]) => [name, profiles])).toEqual([['ingest', ['ingest']]])
  })

  it('run on the Node that is pinned', () => {
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

describe('the posture of the container files', () => {
  it('is that nothing starts without passwords of its own: each is required, and none has a default', () => {
    const required = [...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    expect([...new Set(required)].toSorted()).toEqual(secrets)
    expect(() => readComposeWith(given)).not.toThrow()
    for (const name of secrets) {
      expect(() => readComposeWith({ ...given, [name]: '' }), name).toThrow(`required variable ${name}`)
    }
    const defaults = [...composeText.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|KEY)\w*):?-([^}]+)\}/g)]
    expect(defaults.map(([whole]) => whole)).toEqual([])
  })

  it('is that only this host reaches the API, unless the operator names another address', () => {
    const published = (variables: Record<string, string>) =>
      Object.values(readComposeWith({ ...given, ...variables }).services).flatMap(({ ports = [] }) => ports)
    expect(published({})).toEqual(['127.0.0.1:8080:8080'])
    expect(published({ BIND_ADDRESS: '0.0.0.0', PORT: '80' })).toEqual(['0.0.0.0:80:8080'])
  })

  it('is that our services log in everywhere, to Postgres as a role that is no superuser', () => {
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
