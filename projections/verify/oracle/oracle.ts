import type { LogEvent } from '../../../schemas/log/event.ts'
import { catalog } from '../../../schemas/log/event-catalog.ts'
import { foldAdvocacy, isOfAdvocacy } from './advocacy.ts'
import { foldBill } from './bills.ts'
import { foldDerivation } from './derivations.ts'
import { foldAddressRelease, foldBoundary } from './geography.ts'
import { type OracleRow, OracleTables } from './oracle-tables.ts'
import { foldReference } from './reference.ts'
import { foldRegulation } from './regulations.ts'
import { foldVote } from './votes.ts'

/**
 * Computes the expected rows by a fold that is independent of the projectors and as plain as possible. It
 * applies one event after the other to mutable rows in memory, for one partition number at a time.
 */
export class Oracle {
  readonly tables = new OracleTables()

  apply(event: LogEvent): void {
    const { id, ocd_id } = event.body
    const entities = this.tables.of('entity')
    const entity = entities.get(id)
    if (entity !== undefined && (entity.sequence as number) >= event.meta.sequence) return
    entities.set(id, {
      id,
      ocd_id,
      entity_type: entity?.entity_type ?? catalog[event.type].entity,
      sequence: event.meta.sequence,
      replaced_by: comesBack(event) ? null : (replacedBy(event) ?? entity?.replaced_by ?? null),
    })
    if (event.type.startsWith('bill.')) foldBill(this.tables, event)
    else if (event.type.startsWith('vote.')) foldVote(this.tables, event)
    else if (event.type.startsWith('regulation.')) foldRegulation(this.tables, event)
    else if (isOfAdvocacy(event)) foldAdvocacy(this.tables, event)
    else if (
      event.type === 'derivation.recorded' ||
      event.type === 'derivation.removed' ||
      event.type === 'derivation.released'
    )
      foldDerivation(this.tables, event)
    else if (event.type === 'boundary.loaded' || event.type === 'boundary.removed')
      foldBoundary(this.tables, event)
    else if (event.type === 'address_release.loaded' || event.type === 'address_release.withdrawn')
      foldAddressRelease(this.tables, event)
    else foldReference(this.tables, event)
  }

  row(table: string, key: number | string): OracleRow | undefined {
    return this.tables.of(table).get(key)
  }
}

function replacedBy(event: LogEvent): number | undefined {
  return event.type.endsWith('.merged') ? (event.body as { into: { id: number } }).into.id : undefined
}

function comesBack({ type }: LogEvent): boolean {
  return ['bill.introduced', 'person.observed', 'advocacy_organization.observed'].includes(type)
}
