import type { Command } from 'commander'
import { startApi } from '../../api/main.ts'
import { requireReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { requireFreePort } from '../../stack/processes/port.ts'
import { openContext } from '../context/context.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction } from '../output/answer.ts'
import { reportReady } from '../process/parent.ts'
import { untilStopped } from '../process/until-stopped.ts'
import { sitePages } from '../wiring/site-pages.ts'
import { openWebhookPlugin } from '../wiring/webhook-plugin.ts'

/** The API alone. Several API processes may run: they share only Postgres and Redis. */
export function registerApi(program: Command): void {
  setAction<{ readSchema?: string }>(
    program
      .command('api')
      .description('serve the API until stopped')
      .option(
        '--read-schema <name>',
        'serve this read schema instead of the live one, such as one of rebuild --until',
      ),
    async ({ options }) => {
      const { readSchema } = options
      if (readSchema !== undefined) {
        await withDatabase('api', (database) => requireReadSchema(database, readSchema))
      }
      const { settings, log } = await openContext({ name: 'api', needs: ['postgres', 'redis'] })
      await requireFreePort(settings.port, 'port', settings.host)
      const webhooks = await openWebhookPlugin(settings)
      try {
        const api = await startApi(settings, {
          plugins: [webhooks.plugin],
          pages: sitePages,
          ...(readSchema === undefined ? {} : { read_schema: readSchema }),
        })
        log.info({ url: api.url }, 'the API listens')
        reportReady()
        if (settings.tls_cert !== '') process.on('SIGHUP', api.renewCertificate)
        await untilStopped({ is_service: true })
        await api.stop()
      } finally {
        await webhooks.close()
      }
      return undefined
    },
  )
}
