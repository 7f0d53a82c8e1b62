import type { Command } from 'commander'
import { openContext } from '../context/context.ts'
import { migrateAll } from '../context/migrate-all.ts'
import { setAction } from '../output/answer.ts'

export function registerMigrate(program: Command): void {
  setAction(
    program.command('migrate').description('migrate the database to the newest version'),
    async () => {
      const { settings } = await openContext({ needs: ['postgres'] })
      const { applied } = await migrateAll(settings)
      const text =
        applied.length === 0 ? 'nothing to apply' : applied.map((name) => `applied ${name}`).join('\n')
      return { text, json: { applied } }
    },
  )
}
