import { expect, it } from 'vitest'
import { servicesOf } from '../../cli/up/supervisor.ts'
import { readSettings } from '../../runtime/settings.ts'

it('up asks no publisher unless INGEST_WATCH says so', () => {
  expect(servicesOf(readSettings({}))).toEqual(['relay', 'project', 'api', 'webhooks'])
  expect(servicesOf(readSettings({ INGEST_WATCH: '1' }))).toContain('ingest')
})
