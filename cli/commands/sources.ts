import type { Command } from 'commander'
import { reportSources } from '../../ingest/reports/source-report.ts'
import { checkSourceSettings } from '../../ingest/schedule/source-settings.ts'
import { listedSources, loadSources } from '../../ingest/sources/registry.ts'
import { systemClock } from '../../runtime/clock.ts'
import { readOverdueSessions } from '../../runtime/freshness/overdue-sessions.ts'
import {
  readFreshness,
  readMissing,
  readNameMatching,
  readSeries,
  readSourceStates,
} from '../../runtime/freshness/source-freshness.ts'
import { readVolumes } from '../../runtime/freshness/source-volume.ts'
import { readSettings } from '../../runtime/settings/settings.ts'
import { divisionOf } from '../arguments/division-argument.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction } from '../output/answer.ts'
import { attentionTo, describeJurisdiction, describeSources, notesOn } from '../reports/sources-report.ts'

export function registerSources(program: Command): void {
  setAction<{ jurisdiction?: string }>(
    program
      .command('sources')
      .option('--jurisdiction <place>', 'one place: postal code, name or division id')
      .description('show how fresh each source is, what is stored of it, and what needs attention'),
    async ({ options }) => {
      const place = options.jurisdiction === undefined ? null : divisionOf(options.jurisdiction)
      checkSourceSettings(readSettings(process.env), listedSources)
      return withDatabase('sources', async (database, settings) => {
        const now = systemClock.now()
        const silence = { now, quiet_days: settings.session_quiet_days }
        if (place !== null) {
          const freshness = await readFreshness(database, now, place)
          const [names = null] = await readNameMatching(database, place)
          const series = await readSeries(database, place)
          const overdue = await readOverdueSessions(database, silence, place)
          const json = { jurisdiction: place, freshness, names, series, overdue }
          return { text: describeJurisdiction(json), json }
        }
        const reports = await reportSources(database, settings, now, await loadSources())
        const freshness = await readFreshness(database, now)
        const names = await readNameMatching(database)
        const missing = await readMissing(database)
        const others = (await readSourceStates(database, now)).filter(
          ({ source }) => !listedSources.some(({ name }) => name === source),
        )
        const overdue = await readOverdueSessions(database, silence)
        const attention = attentionTo(reports, names, overdue)
        const volumes = await readVolumes(database, now)
        const notes = notesOn(volumes)
        const found = { freshness, names, missing, overdue, attention, volumes, notes }
        const json = { sources: reports, others, ...found }
        return { text: describeSources(json), json }
      })
    },
  )
}
