import { LegislogError } from '../../schemas/errors.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import type { EventHead } from '../../schemas/log/event-head.ts'
import { unpackSeq } from '../../schemas/log/position.ts'
import { excerpt } from '../json/event-body.ts'
import { partitionCount, partitionOf } from '../kafka/client/kafka-client.ts'
import type { Settings } from '../settings/settings.ts'

/** Events of votes and derivations have the key of their bill. */
const BILL_KEY = 'ocd-bill/'

export type PlacedHead = { readonly head: EventHead; readonly key: string; readonly seq: bigint }
export type LocatedEvent = PlacedHead & { readonly body: Readonly<Record<string, unknown>> }

/** Throws `event_undecodable` if an event is not at the place where events of its entity belong. */
export type CheckPlacement = (event: LocatedEvent) => void

/**
 * Read models are made key by key and partition by partition. An event in another topic or partition, or
 * under another entity's key, would change rows of other entities.
 */
export function createPlacementCheck(settings: Settings): CheckPlacement {
  const refuseMisplacedHead = createHeadPlaceCheck(settings)
  return (event) => {
    const { head, body, key } = event
    const { type, meta } = head
    const { entity } = catalog[type]
    if (meta.subject !== body.ocd_id) {
      throw misplaced(
        `header ce_subject is ${excerpt(meta.subject)}, but the body is of ${excerpt(body.ocd_id)}`,
      )
    }
    const { bill } = body as { bill?: { id: number | null; ocd_id: string | null } }
    if (entity === 'bill' && bill !== undefined && (bill.id !== body.id || bill.ocd_id !== body.ocd_id)) {
      throw misplaced(
        `/bill is ${bill.id} ${excerpt(bill.ocd_id)}, but the event is of ${body.id} ${excerpt(body.ocd_id)}`,
      )
    }
    if (entity === 'vote' && key !== meta.subject && (bill?.ocd_id ?? key) !== key) {
      throw misplacedKey(key, meta.subject)
    }
    if (entity === 'derivation' && bill !== undefined && bill.ocd_id !== key) {
      throw misplacedKey(key, meta.subject)
    }
    refuseMisplacedHead(event)
  }
}

/** Checks what can be known without the body. Throws `event_undecodable`. */
export function createHeadPlaceCheck(settings: Settings): (event: PlacedHead) => void {
  /** In a rebuild, events of one key come one after another. */
  let known = { key: '', partitions: 0, partition: 0 }

  function partitionOfKey(key: string, partitions: number): number {
    if (known.key !== key || known.partitions !== partitions) {
      known = { key, partitions, partition: partitionOf(key, partitions) }
    }
    return known.partition
  }

  return ({ head: { type, meta }, key, seq }) => {
    const { topic: wanted, entity } = catalog[type]
    const mayBeBill = entity === 'vote' || entity === 'derivation'
    const isOwn = key === meta.subject && entity !== 'derivation'
    if (!isOwn && !(mayBeBill && key.startsWith(BILL_KEY))) {
      throw misplacedKey(key, meta.subject)
    }
    const { topic, partition } = unpackSeq(seq)
    if (topic !== wanted) throw misplaced(`${type} belongs into ${wanted}, not into ${topic}`)
    const right = partitionOfKey(key, partitionCount(settings, topic))
    if (partition !== right) {
      throw misplaced(
        `the key ${excerpt(key)} belongs into partition ${right} of ${topic}, not into ${partition}`,
      )
    }
  }
}

function misplacedKey(key: string, subject: string): LegislogError {
  return misplaced(`the key is ${excerpt(key)}, but the event is of ${excerpt(subject)}`)
}

function misplaced(message: string): LegislogError {
  return new LegislogError('event_undecodable', message)
}
