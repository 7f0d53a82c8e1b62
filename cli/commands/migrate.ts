import type { Command } from 'commander'
import { migrate } from '../../runtime/migrations.ts'
import { databaseUrl } from '../../runtime/services.ts'
import { answers } from '../answer.ts'
import { openContext } from '../context.ts'
import { migrationFolders } from '../migration-folders.ts'

export function registerMigrate(program: Command): void {
  answers(program.command('migrate').description('bring the database to the newest version'), async () => {
    const { settings } = await openContext({ needs: ['postgres'] })
    const { applied } = await migrate(databaseUrl(settings), migrationFolders)
    const text =
      applied.length === 0 ? 'nothing to apply' : applied.map((name) => `applied ${name}`).join('\n')
    return { text, json: { applied } }
  })
}
