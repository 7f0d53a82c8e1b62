import type { Command } from 'commander'
import { setAction } from '../output/answer.ts'

export function registerIngestRecover(ingest: Command): void {
  setAction<{ acceptLoss?: boolean }>(
    ingest
      .command('recover')
      .description('after a loss, bring the state of ingest and the log back into agreement')
      .option(
        '--accept-loss',
        'continue if the log lost events that are stored nowhere else: new events restate their entities',
      ),
    async ({ options }) => {
      const { runRecover } = await import('../ingest/run-recover.ts')
      return runRecover({ accept_loss: options.acceptLoss === true })
    },
  )
}
