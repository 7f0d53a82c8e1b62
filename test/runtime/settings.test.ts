import { describe, expect, it } from 'vitest'
import { readSettings } from '../../runtime/settings.ts'

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
    [{ PAGE_LIMIT_MAX: '2.5' }, 'PAGE_LIMIT_MAX is "2.5"; it must be a whole number'],
    [{ WEBHOOK_ALLOW_INSECURE: 'yes' }, 'WEBHOOK_ALLOW_INSECURE is "yes"; it must be 1, 0, true or false'],
    [
      { SCHEMA_REGISTRY_URL: 'registry' },
      'SCHEMA_REGISTRY_URL is "registry"; it must be an address such as http://host:port',
    ],
  ])('are refused by name and value: %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(expect.objectContaining({ code: 'setting_invalid', message }))
  })

  it('are read from the environment, lists by commas', () => {
    expect(readSettings({ KAFKA_BROKERS: 'a:1, b:2,', WEBHOOK_ALLOW_INSECURE: '1' })).toMatchObject({
      kafka_brokers: ['a:1', 'b:2'],
      webhook_allow_insecure: true,
      port: 8080,
    })
  })
})
