import type { Command } from 'commander'
import { startApi } from '../../api/main.ts'
import { answers } from '../answer.ts'
import { openContext } from '../context.ts'
import { untilStopped } from '../until-stopped.ts'
import { openWebhookPlugin } from '../webhook-plugin.ts'

/** The API alone. Several may run: they share nothing but Postgres and Redis. */
export function registerApi(program: Command): void {
  answers(program.command('api').description('serve the API until stopped'), async () => {
    const { settings, log } = await openContext({ name: 'api', needs: ['postgres', 'redis'] })
    const webhooks = await openWebhookPlugin(settings)
    const api = await startApi(settings, { plugins: [webhooks.plugin] })
    log.info({ url: api.url }, 'the API listens')
    await untilStopped()
    await api.stop()
    await webhooks.close()
    return undefined
  })
}
