import type { Command } from 'commander'
import { openContext } from '../context/context.ts'
import { setAction } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'
import { prepareStores } from '../up/prepare-stores.ts'

export function registerSetup(program: Command): void {
  setAction(
    program.command('setup').description('migrate the database, create the topics, register the schemas'),
    async () => {
      const { settings } = await openContext({ name: 'setup' })
      const progress = showProgress()
      try {
        await prepareStores(settings, progress.report)
      } finally {
        progress.end()
      }
      return { json: { ready: true } }
    },
  )
}
