import { describe, expect, it } from 'vitest'
import { checkSourceSettings } from '../../../ingest/schedule/source-settings.ts'
import { listedSources } from '../../../ingest/sources/registry.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { legislog } from '../../support/harness/command-line.ts'

const check = (env: Record<string, string>) => () => checkSourceSettings(readSettings(env), listedSources)

describe('settings that name sources', () => {
  it('are accepted if they name sources that are fetched', () => {
    expect(check({})).not.toThrow()
    expect(check({ INGEST_INTERVALS: 'legiscan=15m', INGEST_RATES: 'congress-votes=5' })).not.toThrow()
  })

  it.each([
    ['INGEST_INTERVALS', 'legiscan=15m,legiscann=1h', 'legiscann'],
    ['INGEST_RATES', 'federal_register=5', 'federal_register'],
    ['INGEST_RATES', 'congress-vote=5', 'congress-vote'],
    // It is read from files only, so an interval means nothing.
    ['INGEST_INTERVALS', 'openstates-scraper=1h', 'openstates-scraper'],
  ])('cause an error with their name and the unknown source: %s=%s', (setting, value, name) => {
    expect(check({ [setting]: value })).toThrow(`${setting} names ${JSON.stringify(name)}`)
  })

  it.each([[['ingest', '--watch']], [['up', '--no-sample']], [['config']], [['sources']]])(
    'are checked before anything starts: legislog %j',
    async (args) => {
      const { code, stderr } = await legislog(args, { env: { INGEST_RATES: 'nope=5' } })
      expect(stderr).toContain('setting_invalid: INGEST_RATES names "nope"')
      expect(code).toBe(1)
    },
  )
})
