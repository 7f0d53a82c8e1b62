import { expect, it } from 'vitest'
import type { OwnService } from '../../../cli/home/own-services.ts'
import { environmentOf } from '../../../cli/up/supervisor.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { startMain } from '../../support/harness/main-process.ts'
import { ALL_PARTITIONS } from '../../support/log/topics.ts'
import { createWholeService } from '../../support/service/whole-service.ts'

const measures: Record<string, RegExp> = {
  relay: new RegExp(`^legislog_relay_leases ${ALL_PARTITIONS}$`, 'm'),
  project: /^legislog_projection_lag_events\{read_schema="read_0001"\} 0$/m,
  webhooks: /^legislog_webhook_pending\{state="due"\} 0$/m,
  derive: /^legislog_derive_bills_total 0$/m,
  alerts: /^legislog_alerts_held 0$/m,
}

it('relay, project, webhooks, derive and alerts serve their health and their metrics on METRICS_PORT', async () => {
  const service = await createWholeService()
  const tryOut = async ([name, measure]: [string, RegExp]): Promise<void> => {
    const port = await freePort()
    const { child, ended } = startMain([name], { ...service.settings, metrics_port: port })
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const ready = await eventually(
      async () => {
        const answer = await ask('/readyz')
        return answer.ok && (answer.json() as Promise<object>)
      },
      { timeout_ms: 20_000 },
    )
    expect(ready).toMatchObject({ status: 'ready', is_ready: true })
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' })
    await eventually(async () => measure.test(await (await ask('/metrics')).text()))
    expect((await ask('/elsewhere')).status).toBe(404)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await expect(ask('/healthz')).rejects.toThrow()
  }
  await Promise.all(Object.entries(measures).map(tryOut))
}, 90_000)

it('legislog up gives each service its own metrics port, or none if METRICS_PORT is not set', () => {
  const ports = (first?: string, isPrivate?: string) =>
    (['relay', 'project', 'api', 'webhooks', 'derive', 'alerts', 'ingest'] as OwnService[]).map(
      (name) => environmentOf(name, { METRICS_PORT: first, METRICS_PRIVATE: isPrivate }).METRICS_PORT,
    )
  expect(ports('9464')).toEqual(['9464', '9465', '0', '9466', '9468', '9469', '0'])
  expect(ports()).toEqual(['0', '0', '0', '0', '0', '0', '0'])
  expect(ports('9464', '1')).toEqual(['9464', '9465', '9467', '9466', '9468', '9469', '0'])
})
