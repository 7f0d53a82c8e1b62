import type { Action, ActionV1 } from '../event-bodies/bill.ts'
import { chambers } from '../vocabulary/vocabulary.ts'
import type { EventType } from './event-catalog.ts'

/** A pure step from one version of a body to the next. */
type Upcaster = (body: Record<string, unknown>) => Record<string, unknown>

/** `upcasters[type][n - 1]` takes version n to n + 1. */
const upcasters: Partial<Record<EventType, readonly Upcaster[]>> = {
  'bill.action': [(body) => ({ ...body, action: splitActor(body.action as ActionV1) })],
}

/** Version 1 wrote chambers and all others into one `actor`. */
function splitActor({ actor, ...rest }: ActionV1): Action {
  const isChamber = actor !== null && (chambers as readonly string[]).includes(actor)
  return { ...rest, chamber: isChamber ? actor : null, organization: isChamber ? null : actor }
}

/** Converts a body of any older version to the current one. */
export function upcast(
  type: EventType,
  version: number,
  body: Record<string, unknown>,
): Record<string, unknown> {
  return (upcasters[type] ?? []).slice(version - 1).reduce((older, step) => step(older), body)
}
