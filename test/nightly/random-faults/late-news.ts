import type { Answer, FalseAnswers } from './false-answers.ts'
import type { Markers } from './freshness-markers.ts'

/** If news is later than this, the API must not say `ready`: its own limit plus the grace, and some more. */
export const LATE_S = 90

/** Keeps an answer of the API that says that all is well although news is late. The last look may be older than the answer. */
export async function judgeLateNews(
  { says_well, text }: Answer,
  markers: Pick<Markers, 'look' | 'unshownSeconds'>,
  lies: Pick<FalseAnswers, 'add'>,
): Promise<void> {
  if (!says_well || markers.unshownSeconds() <= LATE_S) return
  await markers.look()
  const lasted_s = markers.unshownSeconds()
  if (lasted_s <= LATE_S) return
  lies.add({ answer: 'api /readyz', what: 'news is committed and not shown', lasted_s, text }, 'late')
}
