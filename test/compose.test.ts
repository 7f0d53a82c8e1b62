import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { registrations } from '../cli/commands.ts'
import { nodeOptionsOf } from '../cli/node-options.js'
import { definitions, projectFolder } from '../runtime/settings.ts'

const read = (name: string): string => readFileSync(join(projectFolder, name), 'utf8')

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string>
  profiles?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> }
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
