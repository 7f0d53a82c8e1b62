import type { AddressRelease } from '../../schemas/event-bodies/address-release.ts'
import type {
  AdvocacyOrganization,
  AdvocacyPosition,
  LobbyingFiling,
} from '../../schemas/event-bodies/advocacy.ts'
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
import type { ModelText } from '../../schemas/event-bodies/model-text.ts'
import type {
  Committee,
  Division,
  Jurisdiction,
  Organization,
  Person,
  Session,
} from '../../schemas/event-bodies/reference.ts'
import type { CommentPeriod, Regulation } from '../../schemas/event-bodies/regulation.ts'
import type { Scorecard } from '../../schemas/event-bodies/scorecard.ts'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'

/** A part as a source reports it. We mint the ids of its items. */
export type WithoutId<T extends { id: string }> = Omit<T, 'id'>

export type BillParts = {
  /** `introduced_on`, `prefiled_on` and `session_known` are computed later. */
  core: Omit<BillCore, 'introduced_on' | 'prefiled_on' | 'session_known'>
  /**
   * The actions in the order in which they happened, oldest first. The list is authoritative: a missing action is
   * removed. `placed_on` and `is_passage` are computed later.
   */
  actions: readonly WithoutId<Omit<Action, 'placed_on' | 'is_passage'>>[]
  sponsors: readonly WithoutId<Sponsor>[]
  versions: readonly WithoutId<Version>[]
  documents: readonly WithoutId<Document>[]
  related_bills: readonly WithoutId<RelatedBill>[]
  /** Stored texts of versions and documents, each under the address of its link. */
  texts: readonly VersionText[]
}

export type VersionText = {
  readonly link_url: string
  readonly text: TextPointer
  /**
   * The publisher's name of this version in all its addresses (`BILLS-119hr1eh`). A version is this one if one of its
   * links contains the name.
   */
  readonly package?: string
  /** The version to add if the bill lists none that fits. Without it, the text waits until a version is listed. */
  readonly version?: WithoutId<Version>
}

/**
 * Number of comments received on one document, and when it was counted. It is emitted with the comment period and
 * causes no event by itself.
 */
export type CommentCount = { readonly count: number; readonly as_of: string }

/**
 * The parts of each kind of entity. An observation is authoritative for the parts that it names and says nothing
 * about the others.
 */
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
    /**
     * The session ended, as the source states: nothing is inferred from its dates. null: it has not ended, or it
     * continues.
     */
    closed: { readonly closed_on: string | null; readonly closed_by?: string }
  }
  person: { person: Person }
  committee: { committee: Committee }
  organization: { organization: Organization }
  division: { division: Division }
  boundary: { boundary: Boundary }
  address_release: { address_release: AddressRelease }
  model_text: { model_text: ModelText }
  scorecard: { scorecard: Scorecard }
  advocacy_organization: { advocacy_organization: AdvocacyOrganization }
  lobbying_filing: { filing: LobbyingFiling }
  advocacy_position: { position: AdvocacyPosition }
}
export type ObservedType = keyof PartsOf

export type ObservationOf<T extends ObservedType> = {
  readonly entity: T
  /** The natural key of the entity's kind (identity-keys.ts). */
  readonly key: string
  /**
   * Further natural keys of the same entity, strongest first, by which other sources know it (a printed roll number,
   * a docket). A stored entity with one of these keys is this entity. All of the keys are stored for it.
   */
  readonly also_keys?: readonly string[]
  /**
   * Like `also_keys`, but the source itself says that the entity with this key is now this entity: the docket where a
   * bill was filed, or its former number. If another entity has the key, it is merged into this one.
   */
  readonly replaces?: readonly string[]
  /**
   * Identifies the record if several records of the source describe one entity (a document in nine dockets, one roll
   * call under two ids). Each record is stored by itself. In the order of these keys, the first record that reports a
   * field supplies it.
   */
  readonly record_key?: string
  /**
   * Distinguishes entities with the same natural key in one listing: a source address. It is used only if keys
   * collide.
   */
  readonly discriminator: string | null
  /** The public id if we adopt the upstream id (`ocd-person/…`, division ids). null: we mint one. */
  readonly ocd_id: string | null
  readonly jurisdiction: string
  /** When the source said it, RFC 3339. If the stored part is newer, the observation is stale. */
  readonly observed_at: string
  /** At equal times, a newer layout of one source wins over an older one. */
  readonly schema_rank: number
  readonly parts: Partial<PartsOf[T]>
  /** The bill of a vote. It need not have been observed yet. */
  readonly bill: {
    readonly key: string
    readonly identifier: string
    readonly jurisdiction: string
    readonly session: string
  } | null
  readonly aliases: readonly { readonly scheme: string; readonly value: string }[]
  /** Set if the source itself says that the entity is removed. */
  readonly removed: string | null
  /** The location in the source, for quarantine and messages. */
  readonly record: string
}
export type Observation = { [T in ObservedType]: ObservationOf<T> }[ObservedType]

/**
 * All observations of one listing with the same natural key: nearly always one. Several are matched with the stored
 * entities by discriminator, then by content, then by rank, and minted as several entities.
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
