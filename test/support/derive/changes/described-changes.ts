import type { ChangeSummary } from '../../../../derive/changes/change-summary.ts'
import { describeChanges } from '../../../../derive/changes/description/describe-changes.ts'
import { versionText } from '../version-texts.ts'

/** What is said about two versions of a bill, each given as its lines. */
export const describedChanges = (from: readonly string[], to: readonly string[]): ChangeSummary =>
  describeChanges(versionText(from), versionText(to))

/** Only the sentences. */
export const sentencesOf = (from: readonly string[], to: readonly string[]): string[] =>
  describedChanges(from, to).sentences.map(({ text }) => text)
