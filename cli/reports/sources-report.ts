import { latest, type SourceReport, sumOf } from '../../ingest/reports/source-report.ts'
import type { OverdueSession } from '../../runtime/freshness/overdue-sessions.ts'
import type {
  IdentifierSeries,
  MissingIdentifiers,
  NameMatching,
  SourceFreshness,
} from '../../runtime/freshness/source-freshness.ts'
import type { SourceVolume } from '../../runtime/freshness/source-volume.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { table } from '../output/answer.ts'

type Overview = {
  readonly sources: readonly SourceReport[]
  readonly freshness: readonly SourceFreshness[]
  readonly names: readonly NameMatching[]
  readonly missing: readonly MissingIdentifiers[]
  readonly attention: readonly string[]
  readonly volumes: readonly SourceVolume[]
  readonly notes: readonly string[]
}

type Place = {
  readonly jurisdiction: string
  readonly freshness: readonly SourceFreshness[]
  readonly names: NameMatching | null
  readonly series: readonly IdentifierSeries[]
  readonly overdue: readonly OverdueSession[]
}

/** More than this share of a place's voters unknown: its people are not loaded, or of another term. */
const UNMATCHED_SHARE = 0.1
const FEW_NAMES = 50

/** Lists things that need attention, each with the command that shows more. */
export function attentionTo(
  reports: readonly SourceReport[],
  names: readonly NameMatching[],
  overdue: readonly OverdueSession[],
): string[] {
  const ofSources = reports.flatMap(({ source, state, running }) => {
    const lines: string[] = []
    if (running?.is_lost === true) {
      lines.push(`${source}: run ${running.run_id} was killed; the next run replaces it`)
    }
    if (state === null) return lines
    if (state.is_late) {
      lines.push(`${source} is late: last fetched ${timeOf(state.last_fetch_success_at, 'never')}`)
    }
    if (state.last_status === 'failed') lines.push(`${source} failed: ${state.last_error}`)
    const quarantined = sumOf(state.quarantined)
    if (quarantined > 0) {
      const reasons = Object.entries(state.quarantined).map(([reason, records]) => `${reason} ${records}`)
      lines.push(
        `${source}: ${quarantined} records in quarantine (${reasons.join(', ')}): legislog quarantine list --source ${source}`,
      )
    }
    return lines
  })
  const ofNames = names.flatMap(({ jurisdiction, voters, unmatched_voters }) =>
    voters >= FEW_NAMES && unmatched_voters > voters * UNMATCHED_SHARE
      ? [
          `${jurisdiction}: ${share(unmatched_voters, voters)} of ${voters} voters' names match no person: load its people (openstates-people), including former members`,
        ]
      : [],
  )
  return [...ofSources, ...ofNames, ...overdue.map(describeOverdue)]
}

function describeOverdue({ jurisdiction, session, ended_on, last_action_on }: OverdueSession): string {
  const place = findJurisdiction(jurisdiction)?.abbreviation ?? jurisdiction
  const ended = ended_on === null ? 'is no longer active' : `was over by ${ended_on}`
  const silent = last_action_on === null ? '' : `, no action since ${last_action_on}`
  return `${place}: session ${session} ${ended}${silent}, and is not closed: legislog session due`
}

/**
 * Sources that answer but report far less than usual. This is a note, not an alarm. A legislature may be in recess or a
 * publisher on holiday, or a listing may be broken without any error.
 */
export function notesOn(volumes: readonly SourceVolume[]): string[] {
  return volumes
    .filter(({ quiet_weeks }) => quiet_weeks > 0)
    .map(({ source, quiet_weeks, last_week, usual }) => {
      const weeks = quiet_weeks === 1 ? 'last week' : `for ${quiet_weeks} weeks`
      return `${source} was quiet ${weeks}: ${last_week} events last week, ${usual} in a usual one`
    })
}

export function describeSources({
  sources,
  freshness,
  names,
  missing,
  attention,
  volumes,
  notes,
}: Overview): string {
  const volumeOf = new Map(volumes.map((volume) => [volume.source, volume]))
  const overview = table([
    [
      ...['source', 'asked', 'last run', 'status', 'fresh', 'next', 'places', 'entities', 'quarantined'],
      ...['events this week', 'last week', 'usual'],
    ],
    ...sources.map((report) => [
      report.source,
      describeInterval(report),
      timeOf(report.state?.last_started_at ?? null, 'never'),
      statusOf(report),
      timeOf(report.state?.last_success_at ?? null, ''),
      nextOf(report),
      String(report.jurisdictions),
      String(report.entities),
      String(sumOf(report.state?.quarantined ?? {})),
      ...weeksOf(volumeOf.get(report.source)),
    ]),
  ])
  const places = [...Map.groupBy(freshness, ({ jurisdiction }) => jurisdiction)].map(([place, some]) => {
    const matching = names.find(({ jurisdiction }) => jurisdiction === place)
    const gaps = missing.find(({ jurisdiction }) => jurisdiction === place)
    return [
      place,
      String(some.length),
      timeOf(latest(some.map((one) => one.last_success_at)), ''),
      timeOf(latest(some.map((one) => one.last_change_at)), ''),
      some.some(({ is_late }) => is_late) ? 'late' : '',
      String(some.reduce((sum, { entities }) => sum + sumOf(entities), 0)),
      matching === undefined ? '' : share(matching.unmatched_voters, matching.voters),
      matching === undefined ? '' : share(matching.unmatched_sponsors, matching.sponsors),
      gaps === undefined ? '' : String(gaps.missing),
    ]
  })
  const header = [
    'place',
    'sources',
    'fresh',
    'changed',
    '',
    'entities',
    'unmatched voters',
    'sponsors',
    'missing numbers',
  ]
  return [
    overview,
    ...(places.length === 0 ? [] : ['', table([header, ...places])]),
    '',
    ...(attention.length === 0 ? ['nothing needs attention'] : ['needs attention:', ...attention]),
    ...(notes.length === 0 ? [] : ['', 'worth a look:', ...notes]),
  ].join('\n')
}

export function describeJurisdiction({ jurisdiction, freshness, names, series, overdue }: Place): string {
  if (freshness.length === 0) return `no source has reported ${jurisdiction} yet`
  const sources = table([
    ['source', 'fresh', 'seen', 'changed', 'every', '', 'entities', 'quarantined'],
    ...freshness.map((one) => [
      one.source,
      timeOf(one.last_success_at, 'never'),
      timeOf(one.last_seen_at, ''),
      timeOf(one.last_change_at, ''),
      one.interval_s === null ? 'by hand' : duration(one.interval_s),
      one.is_late ? 'late' : '',
      listOf(one.entities),
      listOf(one.quarantined),
    ]),
  ])
  const matching =
    names === null
      ? []
      : [
          '',
          `${names.unmatched_voters} of ${names.voters} voters' names match no person (${share(names.unmatched_voters, names.voters)})`,
          `${names.unmatched_sponsors} of ${names.sponsors} sponsors' names match no person (${share(names.unmatched_sponsors, names.sponsors)})`,
        ]
  const numbers =
    series.length === 0
      ? []
      : [
          '',
          table([
            ['session', 'series', 'bills', 'from', 'to', 'missing', 'first missing'],
            ...series.map((one) => [
              one.session,
              one.prefix,
              ...[one.present, one.lowest, one.highest, one.missing].map(String),
              one.first_missing.join(' ') + (one.missing > one.first_missing.length ? ' …' : ''),
            ]),
          ]),
        ]
  const ended = overdue.length === 0 ? [] : ['', ...overdue.map(describeOverdue)]
  return [jurisdiction, '', sources, ...matching, ...numbers, ...ended].join('\n')
}

function weeksOf(volume: SourceVolume | undefined): string[] {
  const { this_week = null, last_week = null, usual = null } = volume ?? {}
  return [this_week, last_week, usual].map((events) => (events === null ? '' : String(events)))
}

function describeInterval({ interval_s, missing_setting }: SourceReport): string {
  if (missing_setting !== null) return `not configured: ${missing_setting}`
  return interval_s === null ? 'by hand' : `every ${duration(interval_s)}`
}

function statusOf({ running, state }: SourceReport): string {
  if (running !== null) return running.is_lost ? 'lost' : 'running'
  return `${state?.last_status ?? ''}${state?.is_late === true ? ', late' : ''}`
}

function nextOf({ next_due_at, running }: SourceReport): string {
  if (next_due_at === null || running !== null) return ''
  return next_due_at.startsWith('1970') ? 'now' : timeOf(next_due_at, '')
}

/** To the second. */
function timeOf(time: string | null, otherwise: string): string {
  return time === null ? otherwise : `${time.slice(0, 19)}Z`
}

function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`
}

function listOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
