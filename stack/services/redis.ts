import { mkdir } from 'node:fs/promises'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { ensureSecret, readSecret, writeSecretFile } from '../home/secrets.ts'
import type { Launch } from '../processes/process.ts'
import { answersRedis } from './probe.ts'
import type { Service } from './service.ts'

/** Databases by number are for the tests: each takes one of its own. */
const databases = 1024

export function privateRedisUrl(settings: Settings, layout: Layout): string {
  const password = readSecret(layout, 'redis')
  return `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${settings.redis_port}`
}

export function redisService(settings: Settings, layout: Layout, program: string): Service {
  return {
    name: 'redis',
    isReady: () => answersRedis(privateRedisUrl(settings, layout)),
    async prepare(): Promise<Launch> {
      await mkdir(layout.redis_data, { recursive: true })
      const options: Record<string, string | number> = {
        port: settings.redis_port,
        bind: '127.0.0.1',
        requirepass: await ensureSecret(layout, 'redis'),
        dir: JSON.stringify(layout.redis_data),
        appendonly: 'yes',
        // BullMQ's keys are not a cache: an evicted key is a lost wake-up.
        'maxmemory-policy': 'noeviction',
        databases,
        daemonize: 'no',
      }
      const lines = Object.entries(options).map(([name, value]) => `${name} ${value}\n`)
      return {
        program,
        // Everyone on the machine can read the arguments of a process.
        args: [await writeSecretFile(layout, 'redis.conf', lines.join(''))],
        folder: layout.redis_data,
        log: layout.logFile('redis'),
      }
    },
  }
}
