import { expect, it } from 'vitest'
import { servicesOf } from '../../../cli/home/own-services.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

it('legislog up fetches from no publisher unless INGEST_WATCH is set', () => {
  const first = ['relay', 'project', 'api', 'webhooks', 'derive', 'alerts']
  expect(servicesOf(readSettings({}))).toEqual({ first, after_sample: [] })
  expect(servicesOf(readSettings({ INGEST_WATCH: '1' }))).toEqual({ first, after_sample: ['ingest'] })
})
