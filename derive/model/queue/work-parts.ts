import type { PoolClient } from 'pg'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { SectionTree } from '../../sections/section-tree.ts'
import type { TextReference, VersionText } from '../../text/version-text.ts'
import type { ModelContent, ModelKind } from '../describe/derivation.ts'
import type { DescribeTools } from '../describe/describe-text.ts'

/** What a model says about a bill, labeled with all that it rests on: `derivation` of the event `derivation.recorded`. */
export type DerivationBody = ModelContent & {
  readonly kind: ModelKind
  /** BCP 47 */
  readonly language: string
  readonly method: 'model'
  readonly method_version: number
  readonly model: string
  readonly prompt_version: number
  readonly version_id: string
  readonly text_sha256: string
  /** RFC 3339, UTC: when the answer was given, not when it was read again. */
  readonly generated_at: string
}

/** Hands a derivation to ingest, in the transaction that ends its work. */
export type RecordDerivation = (
  client: PoolClient,
  bill_ocd_id: string,
  body: DerivationBody,
) => Promise<void>

export type WorkParts = DescribeTools & {
  readonly database: Database
  readonly readText: (reference: TextReference) => Promise<VersionText>
  readonly readSections: (reference: TextReference) => Promise<SectionTree>
  readonly max_text_bytes: number
  readonly recordDerivation: RecordDerivation
}
