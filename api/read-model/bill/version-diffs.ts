import type { DiffStats } from '../../../derive/diff/version-diff.ts'
import type { Deriver } from '../../../derive/methods/deriver.ts'
import { versionsBefore } from '../../../runtime/versions/order-versions.ts'
import type { ListedVersion } from './text-versions.ts'

/** What a list of versions says about the diff of a version to the one before it. */
export type ListedDiff = {
  readonly from: string
  readonly url: string
  /** null until the diff was computed: a list computes nothing. */
  readonly stats: DiffStats | null
}

/** The diffs of the versions with these ids, by id. A version without a text, or with none before it, has no diff. */
export async function listedDiffs(
  deriver: Deriver,
  list: {
    readonly versions: readonly ListedVersion[]
    readonly ids: readonly string[]
    readonly path: string
  },
): Promise<ReadonlyMap<string, ListedDiff>> {
  const texts = list.versions.flatMap(({ text, ...version }) => (text === null ? [] : [{ ...version, text }]))
  const before = versionsBefore(texts)
  const pairs = texts.flatMap((to) => {
    const from = before.get(to.id)
    return from === undefined || !list.ids.includes(to.id) ? [] : [{ from, to }]
  })
  const stats = await deriver.knownStats(pairs.map(({ from, to }) => ({ from: from.text, to: to.text })))
  return new Map(
    pairs.map(({ from, to }, place) => {
      const url = `${list.path}/${encodeURIComponent(to.id)}/diff?from=${encodeURIComponent(from.id)}`
      return [to.id, { from: from.id, url, stats: stats[place] ?? null }]
    }),
  )
}
