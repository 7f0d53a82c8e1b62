import { mkdir } from 'node:fs/promises'
import type { Settings } from '../runtime/settings.ts'
import type { Layout } from './layout.ts'
import { answersRedis } from './probe.ts'
import type { Launch } from './process.ts'
import type { Service } from './service.ts'

/** Databases by number are for the tests: each takes one of its own. */
const databases = 1024

export function redisService(settings: Settings, layout: Layout, program: string): Service {
  return {
    name: 'redis',
    isReady: () => answersRedis(`redis://127.0.0.1:${settings.redis_port}`),
    async prepare(): Promise<Launch> {
      await mkdir(layout.redis_data, { recursive: true })
      const options: Record<string, string | number> = {
        port: settings.redis_port,
        bind: '127.0.0.1',
        dir: layout.redis_data,
        appendonly: 'yes',
        // BullMQ's keys are no cache: an evicted one is a lost wake-up.
        'maxmemory-policy': 'noeviction',
        databases,
        daemonize: 'no',
      }
      return {
        program,
        args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
        folder: layout.redis_data,
        log: layout.logFile('redis'),
      }
    },
  }
}
