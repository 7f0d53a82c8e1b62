import { type Command, InvalidArgumentError } from 'commander'
import { closeSession } from '../../ingest/closing/close-session.ts'
import { dueSessions } from '../../ingest/closing/due-sessions.ts'
import { findSession, type ListedSession } from '../../ingest/closing/find-session.ts'
import { type ClosingForecast, forecastClosing } from '../../ingest/closing/forecast-closing.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { forecastDeliveries } from '../../webhooks/fan-out/forecast.ts'
import { divisionOf } from '../arguments/division-argument.ts'
import { type IngestContext, withIngest } from '../context/with-ingest.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { type Due, describeDue, describeEnding, type Ending } from '../reports/session-report.ts'

type EndingOptions = { readonly dryRun?: boolean; readonly backfill?: boolean; readonly live?: boolean }

/** The end of sessions: sources seldom report it, and their dates are often wrong. */
export function registerSession(program: Command): void {
  const session = program.command('session').description('close or reopen legislative sessions')
  setAction<EndingOptions & { on: string; anyway?: boolean }>(
    named(session.command('close'))
      .requiredOption('--on <day>', 'last day of the session, YYYY-MM-DD', dayIn)
      .option(
        '--dry-run',
        'show what would happen to its bills and how many webhooks would be sent; change nothing',
      )
      .option('--backfill', 'send no webhooks')
      .option(
        '--anyway',
        'close it even if the day is before the start, or if bills that would be dead have later actions',
      )
      .description('close a session: mark unfinished bills dead; later signings still count'),
    ({ args, options }) =>
      change(args, { closed_on: options.on, is_live: options.backfill !== true, ...options }),
  )
  setAction<EndingOptions>(
    named(session.command('reopen'))
      .option(
        '--dry-run',
        'show what would happen to its bills and how many webhooks would be sent; change nothing',
      )
      .option('--live', 'send webhooks for its bills')
      .description('reopen a session: its bills get their former status back, and no policy closes it again'),
    ({ args, options }) => change(args, { closed_on: null, is_live: options.live === true, ...options }),
  )
  setAction<{ days?: number; jurisdiction?: string }>(
    session
      .command('due')
      .option('--days <number>', 'days without an action, at least; default: SESSION_QUIET_DAYS', wholeNumber)
      .option('--jurisdiction <place>', 'one place: postal code, name or division id')
      .description('list sessions that seem to have ended but are not closed'),
    ({ options }) => due(options),
  )
}

function named(command: Command): Command {
  return command
    .argument('<jurisdiction>', 'postal code, name or division id')
    .argument('<session>', 'its identifier')
}

type Wanted = {
  readonly closed_on: string | null
  readonly is_live: boolean
  readonly dryRun?: boolean
  readonly anyway?: boolean
}

function change([jurisdiction = '', name = '']: readonly string[], wanted: Wanted): Promise<Answer> {
  return withIngest(async (ingest) => {
    const divisionId = divisionOf(jurisdiction)
    const found = await findSession(ingest.database, { division_id: divisionId, session: name })
    const { closed_on, is_live, dryRun: isDryRun = false } = wanted
    const forecast = await forecastClosing(ingest.database, found, closed_on)
    if (!isDryRun && wanted.anyway !== true) checkDay(found, forecast, closed_on, ingest.clock.now())
    const webhooks = await forecastDeliveries(
      ingest.database,
      forecast.changes.map((one) => ({ type: 'bill.status_changed', ...one })),
    )
    const ending: Ending = { ...found, closed_on, is_live, is_dry_run: isDryRun, forecast, webhooks }
    const counts = isDryRun ? null : await apply(ingest, divisionId, ending)
    const { bills, statuses, changes, acted_later } = forecast
    const json = {
      session: found.session.identifier,
      closed_on,
      is_dry_run: isDryRun,
      is_live,
      bills,
      changed: changes.length,
      statuses,
      acted_later,
      webhooks: is_live ? webhooks : { deliveries: 0, endpoints: 0 },
      ...counts,
    }
    return { text: describeEnding(ending), json }
  })
}

async function apply(ingest: IngestContext, divisionId: string, ending: Ending): Promise<object> {
  const { session, closed_on, is_live } = ending
  const mode = is_live ? 'live' : 'backfill'
  const closing = {
    division_id: divisionId,
    session: session.identifier,
    closed_on,
    by: 'operator',
    mode,
  } as const
  const { run_id, events, by_type } = await closeSession(ingest, closing)
  return { run_id, events, by_type }
}

function checkDay(
  { session }: ListedSession,
  { acted_later }: ClosingForecast,
  closedOn: string | null,
  now: Date,
): void {
  if (closedOn === null) return
  const refuse = (why: string): never => {
    throw new LegislogError('usage', `${why}; --anyway closes it regardless, --dry-run shows the effect`)
  }
  const startDay = dayOf(session.start_date)
  if (closedOn > now.toISOString().slice(0, 10)) refuse(`${closedOn} has not come yet`)
  if (startDay !== null && closedOn < startDay)
    refuse(`${closedOn} is before ${session.identifier} began, on ${startDay}`)
  if (acted_later.bills === 0) return
  const { bills, last_on, identifiers } = acted_later
  const named = `${identifiers.join(', ')}${bills > identifiers.length ? ' …' : ''}`
  refuse(
    `${bills} bills that would be dead by ${closedOn} have later actions, the last on ${last_on} (${named})`,
  )
}

function due(options: { readonly days?: number; readonly jurisdiction?: string }): Promise<Answer> {
  return withIngest(async ({ database, settings, clock }) => {
    const today = clock.now().toISOString().slice(0, 10)
    const quietDays = options.days ?? settings.session_quiet_days
    const divisionId = options.jurisdiction === undefined ? null : divisionOf(options.jurisdiction)
    const proposed = await dueSessions(database, { today, quiet_days: quietDays, division_id: divisionId })
    const policy: Due['policy'] = settings.session_close_due ? 'close' : 'propose'
    const json = {
      quiet_days: quietDays,
      policy,
      due: proposed.map(({ session, ...facts }) => ({
        jurisdiction: session.jurisdiction,
        place: findJurisdiction(session.jurisdiction)?.abbreviation ?? session.jurisdiction,
        session: session.identifier,
        end_date: session.end_date,
        active: session.active,
        ...facts,
      })),
    }
    return { text: describeDue(json), json }
  })
}

function dayIn(text: string): string {
  if (dayOf(text) === text) return text
  throw new InvalidArgumentError('it must be a day such as 2026-03-12')
}

function wholeNumber(text: string): number {
  if (/^\d{1,4}$/u.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('it must be a number of days, 1 to 9999')
}
