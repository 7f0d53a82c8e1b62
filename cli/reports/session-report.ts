import type { ListedSession } from '../../ingest/closing/find-session.ts'
import type { ClosingForecast } from '../../ingest/closing/forecast-closing.ts'
import type { ProposedEnd } from '../../ingest/legislature/sessions/session-end.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { DeliveryForecast } from '../../webhooks/fan-out/forecast.ts'
import { table } from '../output/answer.ts'

/** The effect of closing or reopening a session, done or only forecast. */
export type Ending = Pick<ListedSession, 'session' | 'closed'> & {
  readonly closed_on: string | null
  readonly is_live: boolean
  readonly is_dry_run: boolean
  readonly forecast: ClosingForecast
  readonly webhooks: DeliveryForecast
}

export function describeEnding({ session, closed, closed_on, ...ending }: Ending): string {
  const { is_live, is_dry_run, forecast, webhooks } = ending
  const { bills, statuses, changes, acted_later } = forecast
  const place = findJurisdiction(session.jurisdiction)?.name ?? session.jurisdiction
  const changed = statuses.filter(({ from, to }) => from !== to)
  const what = closed_on === null ? 'continues' : `ended on ${closed_on}`
  const isSame = (closed?.closed_on ?? null) === closed_on
  const already = isSame ? (closed_on === null ? ' (it was not closed)' : ' (the same as before)') : ''
  const would = is_dry_run ? 'would change' : 'changed'
  const rows = changed.map(({ from, to, bills: count }) => [from, '->', to, String(count)])
  const sent = `${webhooks.deliveries} webhooks to ${webhooks.endpoints} endpoints`
  const consequence = is_live
    ? `as new changes: ${sent}`
    : `as historical changes: no webhooks${webhooks.deliveries > 0 ? ` (live: ${sent})` : ''}`
  return [
    `${place} ${session.identifier} ${what}${already}: ${changes.length} of ${bills} bills ${would}`,
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(changes.length === 0 ? [] : [consequence]),
    ...(acted_later.bills === 0
      ? []
      : [
          `${acted_later.bills} bills that died with the session have later actions, up to ${acted_later.last_on}: ${acted_later.identifiers.join(', ')}`,
        ]),
    ...(is_dry_run ? ['nothing was changed: run it without --dry-run to do this'] : []),
  ].join('\n')
}

export type Due = {
  readonly quiet_days: number
  readonly policy: 'close' | 'propose'
  readonly due: readonly (Omit<ProposedEnd, 'session'> & {
    readonly place: string
    readonly session: string
  })[]
}

export function describeDue({ quiet_days, policy, due }: Due): string {
  if (due.length === 0) return `no open session is over and has had no action for ${quiet_days} days`
  const rows = due.map((one) => [
    one.place,
    one.session,
    one.ends_on ?? '',
    one.last_action_on ?? '',
    one.read_on ?? '',
    String(one.bills),
    String(one.alive),
    `legislog session close ${one.place} ${quoted(one.session)} --on ${one.closes_on}`,
  ])
  const unread = due.filter(({ is_read_since }) => !is_read_since)
  return [
    table([
      ['place', 'session', 'over by', 'last action', 'read until', 'bills', 'alive', 'to close it'],
      ...rows,
    ]),
    ...(unread.length === 0
      ? []
      : [
          `${unread.length} of them were not read ${quiet_days} days after their last action: check whether more has happened, since the policy leaves them open`,
        ]),
    policy === 'close'
      ? 'the schedule closes the others automatically (SESSION_CLOSE_DUE)'
      : 'nothing closes them automatically: SESSION_CLOSE_DUE=1 lets the schedule do it',
  ].join('\n')
}

const quoted = (text: string): string =>
  /^[\w.-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
