import type { Command } from 'commander'
import { reportSources } from '../../ingest/source-report.ts'
import { sources } from '../../ingest/sources.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import { answers, table } from '../answer.ts'
import { openContext } from '../context.ts'

export function registerSources(program: Command): void {
  answers(
    program.command('sources').description('sources, their last run, what is held of them, what failed'),
    async () => {
      const { settings } = await openContext({ name: 'sources', needs: ['postgres'] })
      const database = createDatabase(settings, { application_name: 'legislog sources' })
      try {
        const reports = await reportSources(database)
        const rows = sources.map(({ name, mapper_version }) => {
          const report = reports.find(({ source }) => source === name)
          return { name, mapper_version, report: report ?? null }
        })
        const text = table([
          ['source', 'last run', 'status', 'fresh', 'jurisdictions', 'entities', 'quarantined', 'error'],
          ...rows.map(({ name, report }) => [
            name,
            report?.last_started_at ?? 'never',
            report?.last_status ?? '',
            report?.fresh_at ?? '',
            String(report?.jurisdictions ?? 0),
            String(report?.entities ?? 0),
            String(report?.quarantined ?? 0),
            report?.last_error ?? '',
          ]),
        ])
        return { text, json: { sources: rows } }
      } finally {
        await database.end()
      }
    },
  )
}
