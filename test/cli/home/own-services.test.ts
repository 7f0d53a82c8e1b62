import { expect, it } from 'vitest'
import { servicesOf } from '../../../cli/home/own-services.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

it('legislog up fetches from no publisher unless INGEST_WATCH is set, and feeds a search cluster if there is one', () => {
  const first = ['relay', 'project', 'api', 'webhooks', 'derive', 'alerts']
  expect(servicesOf(readSettings({}))).toEqual({ first, after_sample: [] })
  const SEARCH_URL = 'http://127.0.0.1:9200'
  expect(servicesOf(readSettings({ SEARCH_URL }))).toEqual({ first: [...first, 'search'], after_sample: [] })
  expect(servicesOf(readSettings({ INGEST_WATCH: '1' }))).toEqual({ first, after_sample: ['ingest'] })
})
