import type { Tally } from '../../ingest/run-context/tally.ts'
import type { RunCounts } from '../../ingest/runs/run.ts'
import type { RoundResult, SourceOutcome } from '../../ingest/schedule/watch.ts'
import { table } from '../output/answer.ts'

export function describeTally({ entities, events, quarantined }: Tally): string {
  return `${entities} entities, ${events} events${quarantined > 0 ? `, ${quarantined} quarantined` : ''}`
}

export function describeRun(counts: RunCounts): string {
  const rows = Object.entries(counts.by_jurisdiction).map(([jurisdiction, tally]) =>
    rowOf(jurisdiction, tally),
  )
  const types = Object.entries(counts.by_type).sort(([a], [b]) => (a < b ? -1 : 1))
  const { fetched } = counts
  return [
    table([
      ['', 'records', 'entities', 'events', 'unchanged', 'stale', 'quarantined', 'pending'],
      ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      rowOf('all', counts),
    ]),
    ...types.map(([type, times]) => `${type} ${times}`),
    ...(fetched === null
      ? []
      : [
          `${fetched.requests} requests, ${fetched.bytes} bytes, ${fetched.documents} documents, ${fetched.unmodified} unmodified`,
        ]),
    ...(isFirstLoad(counts) ? [FIRST_LOAD] : []),
    ...(counts.not_asked_before === null ? [] : [describeSkipped(counts.source, counts.not_asked_before)]),
    ...(counts.bulk === 0 ? [] : ['a bulk load: new data sends no webhooks (with --live it does)']),
    ...(counts.passed_over === 0 ? [] : [`${counts.passed_over} ignored: LOG_LEVEL=debug names them`]),
    ...(counts.left_out === 0
      ? []
      : [
          `${counts.left_out} impossible dates or items left out: extras.impossible_dates and extras.left_out have the printed text`,
        ]),
    ...(counts.rejected_voters === 0
      ? []
      : [
          `${counts.rejected_voters} lines of roll calls do not name a voter: extras.rejected_voters says why`,
        ]),
    ...(counts.disputed === 0
      ? []
      : [`${counts.disputed} records contradict themselves: see extras.disputed`]),
    ...(counts.pending === 0 ? [] : [describePending(counts)]),
    ...(counts.quarantined === 0 ? [] : [describeQuarantined(counts)]),
    ...(counts.status === 'stopped' ? ['stopped: the next run continues'] : []),
    ...(counts.is_dry_run ? ['a dry run: all of this was rolled back'] : []),
    `${counts.seconds} s, run ${counts.run_id}`,
  ].join('\n')
}

/** A dry run stores nothing, so the lists that show stored records have none of its. */
function describePending({ pending, source, is_dry_run }: RunCounts): string {
  const why = `${pending} pending: no source has reported the bill or document that they belong to`
  return is_dry_run ? why : `${why}: legislog pending --source ${source}`
}

function describeQuarantined({ quarantined, source, is_dry_run }: RunCounts): string {
  if (!is_dry_run) return `legislog quarantine list --source ${source}`
  return `${quarantined} records would be quarantined: a run without --dry-run stores each with its reason`
}

/** Describes files from which no record could be read: their kind, and the source with that format. */
export function describeNothing(
  counts: RunCounts,
  paths: readonly string[],
  forms: readonly string[],
): string {
  const given = paths.join(' ')
  const { source, records, passed_over } = counts
  if (records === 0 && passed_over === 0) return `there is no file in ${given}`
  const [form] = forms.filter((name) => name !== source)
  const theirs =
    form === undefined
      ? 'these files match no other source either'
      : `these files match ${form}: legislog ingest ${form} ${given}`
  return `nothing in ${given} could be read as ${source}; ${theirs}`
}

const FIRST_LOAD = 'a first load: new data is backfill and sends no webhooks (with --live it does)'

function isFirstLoad({ first_loads, events }: RunCounts): boolean {
  return first_loads.length > 0 && events > 0
}

function describeSkipped(source: string, before: string): string {
  const command = `legislog ingest ${source} --since <day> --until ${before}`
  return `what changed before ${before} was not fetched, and the next runs will not fetch it: ${command}`
}

function rowOf(name: string, tally: Tally): string[] {
  const { records, entities, events, unchanged, stale, quarantined, pending } = tally
  return [name, ...[records, entities, events, unchanged, stale, quarantined, pending].map(String)]
}

/** One line a source. */
export function describeRound({ outcomes, not_configured, timers }: RoundResult): string {
  const rows = [
    ...outcomes.map((outcome) => [outcome.source, outcome.status, detailOf(outcome)]),
    ...not_configured.map(({ source, setting }) => [source, 'not configured', `${setting} is not set`]),
    ...timers.map(({ name, done, error }) => [
      `timer ${name}`,
      error === null ? 'done' : 'failed',
      error ?? String(done),
    ]),
  ]
  return rows.length === 0 ? 'nothing is due' : table([['source', 'status', ''], ...rows])
}

function detailOf(outcome: SourceOutcome): string {
  if (!('counts' in outcome)) return outcome.error
  const { counts } = outcome
  return isFirstLoad(counts) ? `${describeTally(counts)}: ${FIRST_LOAD}` : describeTally(counts)
}
