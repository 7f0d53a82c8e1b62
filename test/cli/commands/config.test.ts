import { describe, expect, it } from 'vitest'
import { describeSettings } from '../../../cli/commands/config.ts'
import { definitions, readSettings } from '../../../runtime/settings/settings.ts'
import { legislog } from '../../support/harness/command-line.ts'

describe('legislog config', () => {
  it('hides secrets but shows that they are set', () => {
    const url = 'postgresql://someone:hunter2@db.example/legislog'
    const proxy = 'http://someone:hunter3@proxy.example:3128'
    const answer = describeSettings(
      readSettings({ DATABASE_URL: url, WEBHOOK_SECRET_KEY: 'c2VjcmV0', WEBHOOK_PROXY_URL: proxy }),
    )
    const printed = `${answer.text}${JSON.stringify(answer.json)}`
    expect(printed).not.toMatch(/hunter/)
    expect(printed).not.toContain('c2VjcmV0')
    expect(answer.text).toMatch(/^DATABASE_URL +\(set, hidden\)/m)
  })

  it('names every setting with its value and its default', async () => {
    const { json } = await legislog(['config', '--json'], { env: { PORT: '9090' } })
    const { settings } = json() as { settings: { env: string; value: string; default: string }[] }
    expect(settings.map((setting) => setting.env)).toEqual(
      Object.values(definitions).map((definition) => definition.env),
    )
    expect(settings).toContainEqual(expect.objectContaining({ env: 'PORT', value: '9090', default: '8080' }))
  })

  it.each([
    ['INGEST_INTERVALS', 'nobody=1h'],
    ['INGEST_RATES', 'nobody=10'],
  ])('refuses %s for an unknown source', async (setting, value) => {
    const { code, stderr } = await legislog(['config'], { env: { [setting]: value } })
    expect(stderr).toContain(`${setting} names "nobody"`)
    expect(code).toBe(1)
  })
})
