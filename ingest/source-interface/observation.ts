import type {
  Action,
  BillCore,
  Document,
  RelatedBill,
  Sponsor,
  TextPointer,
  Version,
} from '../../schemas/event-bodies/bill.ts'
import type { Boundary } from '../../schemas/event-bodies/boundary.ts'
import type {
  Committee,
  Division,
  Jurisdiction,
  Organization,
  Person,
  Session,
} from '../../schemas/event-bodies/reference.ts'
import type { CommentPeriod, Regulation } from '../../schemas/event-bodies/regulation.ts'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'

/** A part as a source tells it: ids of its items are ours to give. */
export type WithoutId<T extends { id: string }> = Omit<T, 'id'>

export type BillParts = {
  /** `introduced_on`, `prefiled_on` and `session_known` are worked out later. */
  core: Omit<BillCore, 'introduced_on' | 'prefiled_on' | 'session_known'>
  /**
   * In the order in which they happened, oldest first. Authoritative: an action that is missing is removed. `placed_on` and
   * `is_passage` are worked out later.
   */
  actions: readonly WithoutId<Omit<Action, 'placed_on' | 'is_passage'>>[]
  sponsors: readonly WithoutId<Sponsor>[]
  versions: readonly WithoutId<Version>[]
  documents: readonly WithoutId<Document>[]
  related_bills: readonly WithoutId<RelatedBill>[]
  /** Stored texts of versions and documents, each by the address of a link of theirs. */
  texts: readonly VersionText[]
}

export type VersionText = {
  readonly link_url: string
  readonly text: TextPointer
  /**
   * What a publisher calls this version in every address of it (`BILLS-119hr1eh`): a version with a link that holds it is
   * this one, whatever the rest of the address.
   */
  readonly package?: string
  /** The version as it is added where the bill lists none that fits; without it the text waits until one is listed. */
  readonly version?: WithoutId<Version>
}

/** Comments received of one document, and when that was so. Told with the comment period; moves nothing else. */
export type CommentCount = { readonly count: number; readonly as_of: string }

/** The parts of each kind of entity. An observation is authoritative for the parts it names and silent on others. */
export type PartsOf = {
  bill: BillParts
  vote: { vote: RollCall }
  regulation: {
    regulation: Regulation
    comment_period: CommentPeriod
    comment_count: CommentCount
  }
  jurisdiction: { jurisdiction: Jurisdiction }
  session: {
    session: Session
    /** That it ended, by the source's own word: nothing is inferred from its dates. null: it has not, or goes on. */
    closed: { readonly closed_on: string | null; readonly closed_by?: string }
  }
  person: { person: Person }
  committee: { committee: Committee }
  organization: { organization: Organization }
  division: { division: Division }
  boundary: { boundary: Boundary }
}
export type ObservedType = keyof PartsOf

export type ObservationOf<T extends ObservedType> = {
  readonly entity: T
  /** The natural key of its kind (identity-keys.ts). */
  readonly key: string
  /**
   * Further natural keys of the same entity, strongest first: what another source knows it by (a printed roll number, a
   * docket). An entity that is held under one of them is this one; all of them are remembered for it.
   */
  readonly also_keys?: readonly string[]
  /**
   * Like `also_keys`, where the source itself says that what had such a key is now this entity: the docket a bill was
   * filed under, the number it had before. If that is held as another entity, it is merged into this one.
   */
  readonly replaces?: readonly string[]
  /**
   * Which of the source's records this is, where several speak of one entity (a document in nine dockets, one roll call
   * under two ids): each is held by itself, in the order of these keys the first that tells a field has it.
   */
  readonly record_key?: string
  /** Tells apart what shares one natural key in one listing: a source address. Only looked at where keys collide. */
  readonly discriminator: string | null
  /** The public id, where an upstream's is taken over (`ocd-person/…`, division ids); else null and ours is minted. */
  readonly ocd_id: string | null
  readonly jurisdiction: string
  /** When the source said it, RFC 3339. Older than what is held of the part: stale. */
  readonly observed_at: string
  /** Newer layouts of one source win over older ones at equal time. */
  readonly schema_rank: number
  readonly parts: Partial<PartsOf[T]>
  /** For a vote: the bill it is about. The bill need not have been seen. */
  readonly bill: {
    readonly key: string
    readonly identifier: string
    readonly jurisdiction: string
    readonly session: string
  } | null
  readonly aliases: readonly { readonly scheme: string; readonly value: string }[]
  /** Set where the source itself says that the entity is gone. */
  readonly removed: string | null
  /** Where it stands in the source: for quarantine and messages. */
  readonly record: string
}
export type Observation = { [T in ObservedType]: ObservationOf<T> }[ObservedType]

/**
 * All observations of one listing that share one natural key: nearly always one. Several are aligned with what is held,
 * first by discriminator, then by content, then by rank, and minted as several entities.
 */
export type ObservationGroup = readonly Observation[]

/** A record that could not be read or mapped, with its bytes. */
export type Rejection = {
  readonly record: string
  readonly reason:
    | 'record_unreadable'
    | 'record_invalid'
    | 'record_too_large'
    | 'conflicting_duplicate'
    | 'jurisdiction_unknown'
  /** Names the field and the value. */
  readonly detail: string
  readonly bytes: Buffer
  readonly jurisdiction: string | null
}
