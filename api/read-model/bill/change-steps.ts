import type { TextReference } from '../../../derive/text/version-text.ts'
import { orderVersions } from '../../../runtime/versions/order-versions.ts'
import type { ListedVersion } from './text-versions.ts'

type VersionWithText = ListedVersion & { readonly text: TextReference }

/** A version with a text and the next one. */
export type ChangeStep = {
  readonly from: VersionWithText
  readonly to: VersionWithText
  /** The id joins the ids of both versions, so a step keeps it if other versions are added or removed. */
  readonly id: string
}

/** The steps between the versions that have a text, oldest first. */
export function changeSteps(versions: readonly ListedVersion[]): ChangeStep[] {
  const texts = orderVersions(versions.filter((version): version is VersionWithText => version.text !== null))
  return texts.slice(1).map((to, index) => {
    const from = texts[index]!
    return { from, to, id: `${from.id}..${to.id}` }
  })
}
