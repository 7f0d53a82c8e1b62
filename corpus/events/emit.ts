import type { EventType } from '../../schemas/log/event-catalog.ts'

/** Receives one event of an entity. */
export type Emit = (event: {
  at: number
  type: EventType
  sequence: number
  /** The id of the entity. All events of one entity are emitted one after another. */
  id: number
  subject: string
  key: string
  body: string
}) => void

/** All events of one entity, and the time of the first one. */
export type ScheduledEntity = { readonly at: number; readonly emit: () => void }

/** An event under the entity's own key. */
export type EmitEntityEvent = (
  at: number,
  type: EventType,
  sequence: number,
  id: number,
  ocdId: string,
  part: string,
) => void

export function entityEmitter(emit: Emit): EmitEntityEvent {
  return (at, type, sequence, id, ocdId, part) =>
    emit({
      at,
      type,
      sequence,
      id,
      subject: ocdId,
      key: ocdId,
      body: `{"id":${id},"ocd_id":"${ocdId}",${part}}`,
    })
}
