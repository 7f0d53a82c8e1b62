import { pause } from '../../runtime/pause.ts'
import { createThreadedComparer } from '../copycats/comparing/threaded-comparer.ts'
import { fillCopycats } from '../copycats/fill/fill-copycats.ts'
import { fillMentions } from '../mentions/fill/fill-mentions.ts'
import { fillActivity } from '../targets/activity/fill-activity.ts'
import { type FillOptions, fillBills } from './fill-bills.ts'

const LOOK_MS = 500

/** Derives until nothing remains, as soon as no other process derives. */
export async function fillWhenFree(options: FillOptions & { onWait?(): void }): Promise<void> {
  const comparer = createThreadedComparer(options.objects)
  try {
    while (
      !(
        (await fillMentions(options)) &&
        (await fillActivity(options)) &&
        (await fillBills(options)) &&
        (await fillCopycats({ ...options, comparer }))
      )
    ) {
      options.onWait?.()
      await pause(LOOK_MS, options.signal)
      options.signal.throwIfAborted()
    }
  } finally {
    await comparer.close()
  }
}
