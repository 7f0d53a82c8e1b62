import type { Command } from 'commander'
import { withIngest } from '../context/with-ingest.ts'
import { setAction } from '../output/answer.ts'
import { removeSample } from '../up/remove-sample.ts'

/** The invented state that `up` loads for trials. */
export function registerSample(program: Command): void {
  const sample = program.command('sample').description('the invented state zz that up loads for trials')
  setAction(
    sample
      .command('remove')
      .description(
        'take it out of everything that is shown: events without webhooks, never loaded again by up',
      ),
    () =>
      withIngest(async (ingest) => {
        const removal = await removeSample(ingest)
        const text =
          removal.events === 0
            ? 'there is no sample'
            : `the sample is removed: ${removal.events} events; legislog status --wait returns when nobody sees it any more`
        return { text, json: removal }
      }),
  )
}
