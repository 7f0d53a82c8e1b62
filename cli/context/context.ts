import { createLog, type Log } from '../../runtime/log.ts'
import { readSettings, type Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { addresses, withStackAddresses } from '../../stack/addresses.ts'
import type { ServiceName } from '../../stack/home/layout.ts'
import { runningServices } from '../../stack/status.ts'

export type Context = { readonly settings: Settings; readonly log: Log }

const everyService: readonly ServiceName[] = ['postgres', 'redis', 'kafka', 'registry']

/**
 * Opens the context of a command: the settings of the environment, with the addresses of the private services
 * filled in. Throws `service_failed` if a private service that the command needs does not run.
 */
export async function openContext(
  options: { name?: string; needs?: readonly ServiceName[] } = {},
): Promise<Context> {
  const settings = readSettings(process.env)
  const running = await runningServices(settings)
  const stopped = (options.needs ?? everyService).filter((name) => running[name] === false)
  const found = addresses(settings)
  if (stopped.length > 0 || found === undefined) {
    const which = stopped.join(', ') || 'postgres'
    throw new LegislogError('service_failed', `not running: ${which}; start with: legislog stack up`)
  }
  return {
    settings: withStackAddresses(settings, found),
    log: createLog(options.name ?? 'legislog', settings.log_level),
  }
}
