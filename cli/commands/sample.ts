import type { Command } from 'commander'
import { withIngest } from '../context/with-ingest.ts'
import { setAction } from '../output/answer.ts'
import { removeSample } from '../up/remove-sample.ts'

/** The invented state that `up` loads for trials. */
export function registerSample(program: Command): void {
  const sample = program
    .command('sample')
    .description('manage the sample: the invented state zz, which up loads for trials')
  setAction(
    sample
      .command('remove')
      .description('remove the sample by events that send no webhooks; up does not load it again'),
    () =>
      withIngest(async (ingest) => {
        const removal = await removeSample(ingest)
        const text =
          removal.events === 0
            ? 'there is no sample'
            : `the sample is removed: ${removal.events} events; legislog status --wait returns when readers no longer see it`
        return { text, json: removal }
      }),
  )
}
