import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../runtime/settings/settings.ts'

describe('settings', () => {
  it.each([
    [{ PORT: 'eighty' }, 'PORT is "eighty"; it must be a port, 0 to 65535'],
    [{ PORT: '' }, 'PORT is ""; it must be a port, 0 to 65535'],
    [{ KAFKA_PORT: '-1' }, 'KAFKA_PORT is "-1"; it must be a port, 0 to 65535'],
    [{ PORT: '99999' }, 'PORT is "99999"; it must be a port, 0 to 65535'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud"; it must be one of trace, debug, info, warn, error, fatal, silent',
    ],
    [{ PAGE_LIMIT_MAX: '2.5' }, 'PAGE_LIMIT_MAX is "2.5"; it must be a whole number, 1 to 10000'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL is "0"; it must be a whole number, 1 to 10000'],
    [{ REBUILD_WORKERS: '1000' }, 'REBUILD_WORKERS is "1000"; it must be a whole number, 0 to 256'],
    [{ BACKGROUND_NICE: '20' }, 'BACKGROUND_NICE is "20"; it must be a whole number, 0 to 19'],
    [
      { TEXT_BYTES_MAX: '1e300' },
      'TEXT_BYTES_MAX is "1e300"; it must be a whole number, 0 to 9007199254740991',
    ],
    [
      { PROJECTOR_FLUSH_MS: '3000000000' },
      'PROJECTOR_FLUSH_MS is "3000000000"; it must be a whole number, 0 to 2147483647',
    ],
    [{ PAGE_LIMIT_MAX: '20' }, 'PAGE_LIMIT_DEFAULT is "50"; it must be at most PAGE_LIMIT_MAX, 20'],
    [{ WEBHOOK_ALLOW_INSECURE: 'yes' }, 'WEBHOOK_ALLOW_INSECURE is "yes"; it must be 1, 0, true or false'],
    [
      { SCHEMA_REGISTRY_URL: 'registry' },
      'SCHEMA_REGISTRY_URL is "registry"; it must be an address such as http://host:port',
    ],
  ])('are refused by name and value: %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(expect.objectContaining({ code: 'setting_invalid', message }))
  })

  it('are read from the environment, with lists separated by commas', () => {
    expect(readSettings({ KAFKA_BROKERS: 'a:1, b:2,', WEBHOOK_ALLOW_INSECURE: '1' })).toMatchObject({
      kafka_brokers: ['a:1', 'b:2'],
      webhook_allow_insecure: true,
      port: 8080,
    })
  })
})
